/** …/companies: the companies that downloaded a package. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CompanyTable } from '../features/analytics/company-table';
import { CountingNote } from '../features/counting/counting-note';
import { PackageHead } from '../shell/artifact-head';
import { requirePackage } from '../features/packages/require-package.server';
import { OverviewTools } from '../reports/overview-tools';
import { packageCompanies } from '../reports/package.server';
import { packageHandle } from '../shell/breadcrumbs';
import { pageMeta } from '../shell/meta';
import { Stack } from '../ui/stack';

export const meta = pageMeta(({ params }) => ({
  title: `Companies of ${params.packageName}`,
  description: 'The companies that downloaded a package.',
}));
export const handle = packageHandle('Companies');

export async function loader(args: LoaderFunctionArgs) {
  return packageCompanies(args, await requirePackage(args));
}

export default function PackageCompaniesPage() {
  let { item, kept, tools, filters, companies, counted } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PackageHead item={item} kept={kept} />
      <OverviewTools owner={item.owner} tools={tools} filters={filters} bots={counted?.toggle} retention="" />
      {companies !== null && <CompanyTable companies={companies} withDownloads withViews={false} />}
      {counted && <CountingNote note={counted} />}
    </Stack>
  );
}
