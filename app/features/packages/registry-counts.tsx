/** What a package page says about the registry's own counts, and where they are turned on. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { Package } from 'contract/packages/packages';
import { PostForm } from '../../forms/post-form';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import type { SharedReportQuery } from '../../links/query-parameters';
import type { ButtonSize } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';
import { HiddenFields } from '../../ui/menu-items';
import type { RegistryCountsState } from './registry-counts.server';

interface RegistryCountsProps {
  item: Package;
  counts: RegistryCountsState;
  mayChange: boolean;
  /** Shared with the reader, who then has no access to the owner's reports. */
  isShared: boolean;
}

interface FactProps extends RegistryCountsProps {
  kept: SharedReportQuery;
}

export function RegistryCountsFact({ item, counts, mayChange, isShared, kept }: FactProps) {
  let { registry, isAvailable, isOn } = counts;
  if (!isOn && mayChange) return <OfferedCounts item={item} registry={isAvailable ? registry : null} size="xs" />;
  if (!isOn) return 'Off';
  return (
    <>
      {isShared ? (
        'In the chart'
      ) : (
        <Link to={paths.analytics(item.owner, { ...kept, package: item.id })} className="text-accent underline">
          In the chart
        </Link>
      )}
      <Age counts={counts} />
      {mayChange && (
        <>
          {' · '}
          <CountsLink item={item}>Manage</CountsLink>
        </>
      )}
    </>
  );
}

function Age({ counts: { isFetched, fetchedAt, lastDay } }: Pick<RegistryCountsProps, 'counts'>) {
  if (!isFetched)
    return (
      <>
        , uploaded{' '}
        {lastDay && (
          <>
            until <DateText iso={lastDay} />
          </>
        )}
      </>
    );
  if (!fetchedAt) return ', not fetched yet';
  return (
    <>
      , updated <DateText iso={fetchedAt} />
    </>
  );
}

interface EarlierProps {
  item: Package;
  counts: RegistryCountsState;
  mayChange: boolean;
  imports: string;
}

/** What shows numbers before anyone uses a URL of the gateway. */
export function EarlierNumbers({ item, counts, mayChange, imports }: EarlierProps) {
  let { registry, isAvailable, isUnset, isOn } = counts;
  return (
    <Card
      title="Or change nothing yet"
      description={
        isAvailable || isOn
          ? `${registry} counts all downloads of this package. See them here, beside those through the gateway.`
          : 'Upload what a registry counted, or import access logs and CSV files.'
      }
    >
      <div className="flex flex-col items-start gap-3">
        {isUnset && <CountsUnset registry={registry} />}
        <div>
          <RegistryCountsFact {...{ item, counts, mayChange }} isShared={false} kept={{}} />
        </div>
        {mayChange && (
          <Link to={imports} className="text-sm text-accent underline">
            Import past data
          </Link>
        )}
      </div>
    </Card>
  );
}

export function CountsUnset({ registry }: { registry: string }) {
  return (
    <p className="text-sm text-muted">
      This installation does not fetch counts of {registry}. Administrators: set REGISTRY_COUNTS.{' '}
      <Link to={`${paths.docs('operating')}#registry-counts`} className="text-accent underline">
        How to set it up
      </Link>
    </p>
  );
}

interface OfferProps {
  item: Package;
  /** Null if this installation fetches no counts of the package. */
  registry: string | null;
  size?: ButtonSize;
}

function OfferedCounts({ item, registry, size = 'md' }: OfferProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {registry !== null && (
        <FetchCounts item={item} size={size}>
          Show {registry}’s own count
        </FetchCounts>
      )}
      <CountsLink item={item}>Add counts</CountsLink>
    </div>
  );
}

export function FetchCounts({ item, size, children }: { item: Package; size: ButtonSize; children: ReactNode }) {
  return (
    <PostForm action={paths.packageRegistryCounts(item.owner, item.type, item.name)}>
      <HiddenFields fields={{ change: 'fetch' }} />
      <SubmitButton variant="outline" size={size}>
        {children}
      </SubmitButton>
    </PostForm>
  );
}

function CountsLink({ item, children }: { item: Package; children: string }) {
  return (
    <Link to={paths.packageRegistryCounts(item.owner, item.type, item.name)} className="text-sm text-accent underline">
      {children}
    </Link>
  );
}
