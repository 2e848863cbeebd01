/** /organizations/[owner]: the data of an organization; a form for its owners and admins. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { organizationsApi, type Organization, SaveOrganization } from 'contract/organizations/organizations';
import { env } from '../config/env.server';
import { ProvidersCard } from '../features/data-providers/data-providers';
import { readProviders } from '../features/data-providers/data-providers.server';
import { organizationHandle } from '../shell/breadcrumbs';
import { OrganizationForm, SharingCard, TwoFactorCard } from '../features/organizations/organization-forms';
import { requireManager, requireOrganization } from '../features/organizations/require-organization.server';
import { RetentionCard } from '../features/retention/retention-notes';
import { retentionSentence, readRetention } from '../features/retention/retention.server';
import { readForm } from '../forms/read-form.server';
import { pageMeta } from '../shell/meta';
import { paths, type SettingsOwner } from '../links/paths';
import { mayChange } from '../session/roles.server';
import { sessionCookie } from '../session/session-cookie.server';
import { withRenamedOrganization } from '../session/session';
import { redirectWithToast } from '../session/toast.server';
import { Card } from '../ui/card';
import { DangerZone } from '../ui/danger-zone';
import { Facts } from '../ui/description-list';
import { PageTitle } from '../ui/page-title';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `General - ${params.owner ?? 'Organization'}`,
  description: 'Name, description and settings of an organization.',
}));
export const handle = organizationHandle('General');

export async function loader(args: LoaderFunctionArgs) {
  let { call, owner, params, role } = await requireOrganization(args);
  let [organization, providers, retention] = await Promise.all([
    call(organizationsApi.getOrganization, { params }),
    readProviders(call, owner, mayChange(role)),
    readRetention(call, owner),
  ]);
  let isOwner = role === 'owner';
  // Without the two-factor pages an owner cannot set up their own, so cannot require it either.
  let asksTwoFactor = isOwner && (env.flags.showTwoFactorAuthenticationUi || organization.requires_two_factor);
  let kept = retention && retentionSentence(retention);
  return { organization, providers, kept, mayChange: mayChange(role), mayDelete: isOwner, asksTwoFactor };
}

export async function action(args: ActionFunctionArgs) {
  let { call, session, owner, params } = await requireManager(args);
  let form = await readForm(args.request, SaveOrganization);
  if (!form.ok) return form.reply;
  let saved = await call(organizationsApi.updateOrganization, { params, body: form.value }).catch(form.refuse);
  if (saved instanceof Response) return saved;
  let headers = { 'set-cookie': sessionCookie(withRenamedOrganization(session, owner, saved.name)) };
  return redirectWithToast(paths.organization(saved.name), 'organization_saved', headers);
}

export default function OrganizationPage() {
  let { organization, providers, kept, mayChange, mayDelete, asksTwoFactor } = useLoaderData<typeof loader>();
  let refused = useActionData<typeof action>();
  let of: SettingsOwner = { owner: organization.name, kind: 'organization' };
  return (
    <Stack narrow>
      <PageTitle title="General" />
      <Card title="Organization details">
        {mayChange ? (
          <OrganizationForm
            key={organization.updated_at}
            organization={organization}
            lastResult={refused?.lastResult}
          />
        ) : (
          <OrganizationFacts organization={organization} />
        )}
      </Card>
      <ProvidersCard owner={organization.name} providers={providers} mayChange={mayChange} />
      {kept && <RetentionCard sentence={kept} to={mayDelete ? paths.settings(of, 'retention') : undefined} />}
      {asksTwoFactor && <TwoFactorCard key={String(organization.requires_two_factor)} organization={organization} />}
      {mayDelete && <SharingCard key={`sharing-${organization.forbids_sharing}`} organization={organization} />}
      {mayDelete && (
        <DangerZone to={paths.settings(of, 'delete')} label="Delete organization">
          Permanently delete this organization.
        </DangerZone>
      )}
    </Stack>
  );
}

function OrganizationFacts({ organization }: { organization: Organization }) {
  let { description, website } = organization;
  return (
    <Facts
      facts={[
        { label: 'Description', value: description || 'None' },
        { label: 'Website', value: website ? <a href={website}>{website}</a> : 'None' },
      ]}
    />
  );
}
