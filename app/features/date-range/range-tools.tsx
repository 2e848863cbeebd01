/**
 * The date range among a report's tools: links to the usual ones, and a popover with others, days and
 * the step.
 */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { MoreTools } from '../../forms/report-tools';
import { QuerySelect } from '../../forms/query-select';
import { compareChoices, customDays, type Preset, presets, shortPresets } from '../../text/date-presets';
import { classes } from '../../ui/class-names';
import { Icon } from '../../ui/icon';
import { HiddenFields } from '../../ui/menu-items';
import { Popover } from '../../ui/popover';
import { CustomRange, RangeOptions, StepSelect } from './range-fields';
import type { DateRangeFields, rangeSteps } from './range.server';

interface RangeToolsProps {
  fields: DateRangeFields;
  steps: ReturnType<typeof rangeSteps>;
  withStep?: boolean;
  /** False where nothing is compared with another period. */
  withCompare?: boolean;
}

export function RangeTools({ fields, steps, withStep = true, withCompare = true }: RangeToolsProps) {
  let isUsual = fields.range !== customDays && fields.range in shortPresets;
  return (
    <>
      <div className="flex flex-1 items-center sm:flex-none">
        <StepLink to={steps.earlier} label="Previous period" icon="chevron-left" />
        <div className="contents md:hidden">
          <QuerySelect compact label="Date range" name="range" value={fields.range}>
            <RangeOptions fields={fields} />
          </QuerySelect>
        </div>
        <UsualRanges fields={fields} named={steps.named} />
        <StepLink to={steps.later} label="Next period" icon="chevron-right" />
      </div>
      {!withCompare && fields.compare && <HiddenFields fields={{ compare: fields.compare }} />}
      <Rest isShown={fields.range === customDays}>
        <Popover
          trigger={(!isUsual && fields.title) || 'Other range'}
          align="right"
          active={!isUsual}
          open={fields.error !== undefined}
        >
          <OtherRanges fields={fields} named={steps.named} />
          {withStep && <StepSelect fields={fields} />}
          <CustomRange fields={fields} button="Apply dates" />
        </Popover>
        {withCompare && fields.range !== 'all-time' && (
          <QuerySelect compact label="Compare with" name="compare" value={fields.compare}>
            {compareChoices.map(([choice, label]) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </QuerySelect>
        )}
      </Rest>
    </>
  );
}

/** Chosen days can be seen and corrected. */
function Rest({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return isShown ? children : <MoreTools>{children}</MoreTools>;
}

interface RangeLinksProps {
  fields: DateRangeFields;
  named: ReturnType<typeof rangeSteps>['named'];
}

/** In place of the select where there is room. */
function UsualRanges({ fields, named }: RangeLinksProps) {
  return (
    <ul
      aria-label="Usual ranges"
      className="hidden divide-x divide-line-strong rounded-md border border-line-strong bg-surface text-sm font-medium md:flex"
    >
      {named.map(
        (one) =>
          shortPresets[one.range] && (
            <RangeLink key={one.range} {...one} fields={fields} className="flex h-8.5 items-center px-2.5">
              {shortPresets[one.range]}
              <span className="sr-only"> {presets[one.range]}</span>
            </RangeLink>
          ),
      )}
    </ul>
  );
}

function OtherRanges({ fields, named }: RangeLinksProps) {
  return (
    <ul aria-label="Other ranges" className="hidden grid-cols-2 gap-1 md:grid">
      {named.map(
        (one) =>
          !shortPresets[one.range] && (
            <RangeLink key={one.range} {...one} fields={fields} className="block rounded-md px-2 py-1">
              {presets[one.range]}
            </RangeLink>
          ),
      )}
    </ul>
  );
}

interface RangeLinkProps extends Pick<RangeLinksProps, 'fields'> {
  range: Preset;
  page: string;
  className: string;
  children: ReactNode;
}

function RangeLink({ range, page, fields, className, children }: RangeLinkProps) {
  let isChosen = range === fields.range;
  return (
    <li className="group">
      <Link
        to={page}
        preventScrollReset
        title={presets[range]}
        aria-current={isChosen ? 'true' : undefined}
        className={classes(
          'no-underline group-first:rounded-l-md group-last:rounded-r-md focus-visible:-outline-offset-2',
          isChosen ? 'bg-accent-soft text-accent-strong' : 'hover:bg-sunken',
          className,
        )}
      >
        {children}
      </Link>
    </li>
  );
}

interface StepLinkProps {
  to: string | null;
  label: string;
  icon: 'chevron-left' | 'chevron-right';
}

function StepLink({ to, label, icon }: StepLinkProps) {
  if (!to) return null;
  return (
    <Link to={to} preventScrollReset title={label} className="p-2 text-muted hover:text-ink">
      <Icon name={icon} />
      <span className="sr-only">{label}</span>
    </Link>
  );
}
