import type { SubmissionResult } from '@conform-to/react';
import { apiKey } from 'contract/rules/analytics-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import type { ProviderLine } from './data-providers.server';

interface ProvidersCardProps {
  owner: string;
  providers: readonly ProviderLine[];
  mayChange: boolean;
}

export function ProvidersCard({ owner, providers, mayChange }: ProvidersCardProps) {
  if (providers.length === 0) return null;
  return (
    <Card
      title="Data providers"
      description="Enrich companies with size, industry and location. We only send the company’s domain, once every 30 days."
    >
      <ul className="divide-y divide-line">
        {providers.map((one) => (
          <li key={one.provider} className="flex flex-wrap items-center justify-between gap-3 text-sm">
            <div className="min-w-0">
              <p className="flex flex-wrap items-center gap-2 font-medium">
                {one.name} <Badge>{one.is_enabled ? 'Enabled' : 'Disabled'}</Badge>
              </p>
              {one.key_saved_at && (
                <p className="text-muted">
                  Key saved <DateText iso={one.key_saved_at} />
                </p>
              )}
              {one.usage && <p className="text-muted">{one.usage}</p>}
            </div>
            {mayChange && <Switch owner={owner} provider={one} />}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Switch({ owner, provider: one }: { owner: string; provider: ProviderLine }) {
  let page = paths.dataProvider(owner, one.provider);
  if (!one.is_enabled)
    return (
      <LinkButton to={page} size="sm" variant="outline">
        Enable {one.name}
      </LinkButton>
    );
  return (
    <div className="flex flex-wrap gap-2">
      {one.mayChangeKey && (
        <LinkButton to={page} size="sm" variant="outline">
          Change key
        </LinkButton>
      )}
      <PostForm action={paths.dataProviderRemoval(owner, one.provider)} preventScrollReset>
        <SubmitButton size="sm" variant="danger-outline">
          Disable {one.name}
        </SubmitButton>
      </PostForm>
    </div>
  );
}

interface KeyFormProps {
  name: string;
  isEnabled: boolean;
  lastResult?: SubmissionResult<string[]>;
}

/** The key is never shown again. */
export function KeyForm({ name, isEnabled, lastResult }: KeyFormProps) {
  let form = useAppForm(lastResult, { rules: { api_key: apiKey } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="api_key"
        label="API key"
        type="password"
        autoComplete="off"
        hint={`From your ${name} account. Stored encrypted.`}
      />
      <div>
        <SubmitButton pending="Checking …">{isEnabled ? 'Change key' : `Enable ${name}`}</SubmitButton>
      </div>
    </AppForm>
  );
}
