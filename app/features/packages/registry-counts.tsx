/** Whether the registry's own count of a package is shown, and the button that shows it. */
import { Link } from '@remix-run/react';
import type { Package } from 'contract/packages/packages';
import { PostForm } from '../../forms/post-form';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import type { ButtonSize } from '../../ui/button';
import { DateText } from '../../ui/day';
import type { RegistryCountsState } from './registry-counts.server';

interface RegistryCountsProps {
  item: Package;
  counts: RegistryCountsState;
  mayChange: boolean;
  /** Shared with the reader, who then has no access to the owner's reports. */
  isShared: boolean;
}

export function RegistryCountsFact({ item, counts, mayChange, isShared }: RegistryCountsProps) {
  if (!counts.isOn) return mayChange ? <ShowRegistryCounts item={item} registry={counts.registry} size="xs" /> : 'Off';
  return (
    <>
      {isShared ? (
        'In the chart'
      ) : (
        <Link to={paths.analytics(item.owner, { package: item.id })} className="text-accent underline">
          In the chart
        </Link>
      )}
      {counts.fetchedAt ? (
        <>
          , updated <DateText iso={counts.fetchedAt} />
        </>
      ) : (
        ', not fetched yet'
      )}
    </>
  );
}

interface ShowProps {
  item: Package;
  registry: string;
  size?: ButtonSize;
}

export function ShowRegistryCounts({ item, registry, size = 'md' }: ShowProps) {
  return (
    <PostForm action={paths.packageRegistryCounts(item.owner, item.type, item.name)}>
      <SubmitButton variant="outline" size={size}>
        Show {registry}’s own count
      </SubmitButton>
    </PostForm>
  );
}
