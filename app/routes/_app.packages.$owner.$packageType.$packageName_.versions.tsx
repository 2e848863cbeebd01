/** …/versions: the versions of a package; with `version`, who downloaded it, and its withdrawal. */
import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { withdrawnVersionsApi, WithdrawVersion } from 'contract/packages/withdrawn-versions';
import { VersionForm, VersionList } from '../features/analytics/version-list';
import { NoDownloads, Reach, Refused } from '../features/analytics/version-reach';
import { CountingNote } from '../features/counting/counting-note';
import { AlertBell } from '../features/alerts/alert-bell';
import { OverviewTools } from '../reports/overview-tools';
import { PackageHead } from '../shell/artifact-head';
import { RangeTools } from '../features/date-range/range-tools';
import { requirePackage, requirePackageChanger } from '../features/packages/require-package.server';
import { restoreLabel, WithdrawCard, withdrawLabel, WithdrawnNote } from '../features/packages/withdrawal';
import { readForm } from '../forms/read-form.server';
import { ReportTools } from '../forms/report-tools';
import { paths } from '../links/paths';
import { redirectWithToast } from '../session/toast.server';
import { packageHandle } from '../shell/breadcrumbs';
import type { PageHandle } from '../shell/page-handle';
import { pageMeta } from '../shell/meta';
import { LinkButton } from '../ui/button';
import { Name } from '../ui/name';
import { PageTitle } from '../ui/page-title';
import { Part } from '../ui/part';
import { Stack } from '../ui/stack';
import { versionsPage } from '../reports/versions.server';

export const meta = pageMeta(({ params }) => ({
  title: `Versions of ${params.packageName}`,
  description: 'Who downloaded a version, and who still does.',
}));

const versionsHandle = packageHandle('Versions');
export const handle: PageHandle<SerializeFrom<typeof loader>> = {
  breadcrumb(match) {
    let crumbs = versionsHandle.breadcrumb!(match);
    let version = match.data?.reach?.version;
    return version
      ? [...crumbs.slice(0, -1), { label: 'Versions', to: match.data!.home }, { label: version, isName: true }]
      : crumbs;
  },
};

export async function loader(args: LoaderFunctionArgs) {
  return versionsPage(await requirePackage(args), args);
}

export async function action(args: ActionFunctionArgs) {
  let { call, item, params } = await requirePackageChanger(args);
  let form = await readForm(args.request, WithdrawVersion);
  if (!form.ok) return form.reply;
  let saved = await call(withdrawnVersionsApi.withdrawVersion, { params, body: form.value }).catch(form.refuse);
  if (saved instanceof Response) return saved;
  let { version, is_served } = form.value;
  let done = is_served ? ('version_deprecated' as const) : ('version_withdrawn' as const);
  return redirectWithToast(paths.packageVersions(item.owner, item.type, item.name, { version }), done);
}

export default function VersionsPage() {
  let data = useLoaderData<typeof loader>();
  let { owner, name, type, kept, home, list, around, counted } = data;
  let { range: _range, from: _from, to: _to, ...others } = kept;
  let address = paths.packageVersions(owner, type, name);
  let refused = useActionData<typeof action>();
  if (!data.reach)
    return (
      <Stack>
        {around && (
          <>
            <PackageHead item={around.item} kept={kept} />
            <OverviewTools {...{ owner, ...around }} bots={counted?.toggle} retention="" />
          </>
        )}
        {list && (
          <VersionList
            list={list}
            range={data.title}
            to={(page) => paths.packageVersions(owner, type, name, { ...kept, page: String(page) })}
          />
        )}
        {counted && <CountingNote note={counted} />}
        <VersionForm action={address} kept={kept} />
      </Stack>
    );
  let { reach } = data;
  let { version, withdrawn, found, files } = reach;
  return (
    <Stack>
      <PageTitle
        title={<Name>{`${name} ${version}`}</Name>}
        description={
          <>
            Who downloaded {reach.isMajor ? 'these versions' : 'this version'} through the gateway.{' '}
            <Link to={paths.docs('bad-releases')} className="text-accent underline">
              What to do about a bad release
            </Link>
          </>
        }
        actions={<ReachActions owner={owner} reach={reach} />}
      />
      {withdrawn && (
        <WithdrawnNote
          withdrawn={withdrawn}
          isMajor={reach.isMajor}
          isException={reach.isException}
          exceptions={reach.exceptions}
          ofMajor={reach.ofMajor}
          insteadIsUnseen={reach.insteadIsUnseen}
        />
      )}
      {reach.refused && <Refused refused={reach.refused} />}
      <ReportTools
        action={address}
        kept={{ ...others, version }}
        actions={found && files && <ReachFiles files={files} />}
      >
        <RangeTools fields={reach.fields} steps={reach.steps} withStep={false} withCompare={false} />
      </ReportTools>
      <Part title="Downloads" of={found}>
        {(known) => (known ? <Reach found={known} /> : <NoDownloads to={home} />)}
      </Part>
      {reach.mayChange && <WithdrawCard {...reach} key={withdrawn?.created_at} lastResult={refused?.lastResult} />}
      <p className="text-sm text-muted">
        <Link to={home} className="text-accent underline">
          All versions
        </Link>
      </p>
    </Stack>
  );
}

type ShownReach = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['reach']>;

function ReachActions({ owner, reach }: { owner: string; reach: ShownReach }) {
  let { withdrawn } = reach;
  return (
    <>
      {reach.bellOf && <AlertBell owner={owner} packageId={reach.bellOf} presets={['withdrawn-unused']} />}
      {reach.analytics && (
        <LinkButton to={reach.analytics} variant="outline" size="sm">
          Analytics
        </LinkButton>
      )}
      {reach.mayChange && (
        <LinkButton to={reach.form} variant="outline" size="sm">
          {reach.ofMajor
            ? reach.isException
              ? 'Remove exception'
              : 'Make an exception'
            : withdrawn
              ? restoreLabel(withdrawn)
              : withdrawLabel(reach.type)}
        </LinkButton>
      )}
    </>
  );
}

function ReachFiles({ files }: { files: NonNullable<ShownReach['files']> }) {
  let links = [
    ['Companies as CSV', files.companies],
    ['Countries as CSV', files.countries],
    ['Events as CSV', files.events],
    ['Events as Parquet', files.parquet],
  ] as const;
  return (
    <span className="flex flex-wrap gap-3 text-sm">
      {links.map(([label, to]) => (
        <a key={label} href={to} download className="text-accent underline">
          {label}
        </a>
      ))}
    </span>
  );
}
