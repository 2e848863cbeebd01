/** The bell of a report: creates an alert from a preset, sent by email. */
import { Link, useLocation } from '@remix-run/react';
import { PostForm } from '../../forms/post-form';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/popover';

/** Those of reports about packages. */
const usualPresets = ['change', 'new-company', 'new-version', 'weekly-report'] as const;
export const alertPresets = [...usualPresets, 'withdrawn-unused', 'target-away'] as const;
export type AlertPreset = (typeof alertPresets)[number];

const labels: Record<AlertPreset, string> = {
  change: 'Downloads rise or drop',
  'new-company': 'New company',
  'new-version': 'New version',
  'withdrawn-unused': 'No company requests a withdrawn version any more',
  'target-away': 'The registry or file host is down',
  'weekly-report': 'Weekly summary',
};

/** Those of pages about companies or page views. */
export const companyPresets: readonly AlertPreset[] = ['new-company', 'weekly-report'];

interface AlertBellProps {
  owner: string;
  /** Empty for all packages. */
  packageId?: string;
  presets?: readonly AlertPreset[];
}

export function AlertBell({ owner, packageId = '', presets = usualPresets }: AlertBellProps) {
  let { pathname, search } = useLocation();
  return (
    <Popover
      align="right"
      trigger={
        <>
          <Icon name="bell" />
          <span className="sr-only">Create an alert</span>
        </>
      }
    >
      <PostForm action={paths.alertByEmail(owner)} preventScrollReset className="flex flex-col gap-3">
        <input type="hidden" name="next" value={pathname + search} />
        <input type="hidden" name="package_id" value={packageId} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2 font-medium">Email me about</legend>
          {presets.map((value, i) => (
            <label key={value} className="flex items-center gap-2">
              <input
                type="radio"
                name="preset"
                value={value}
                defaultChecked={i === 0}
                className="size-4 accent-accent"
              />
              {labels[value]}
            </label>
          ))}
        </fieldset>
        <div className="flex items-center justify-between gap-3">
          <SubmitButton pending="Creating …">Create alert</SubmitButton>
          <Link to={paths.newAlert(owner, { package: packageId })} className="text-accent underline">
            More options
          </Link>
        </div>
      </PostForm>
    </Popover>
  );
}
