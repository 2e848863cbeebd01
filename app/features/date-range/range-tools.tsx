/** The date range among a report's tools: presets, and a popover with days and the step. */
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { MoreTools } from '../../forms/report-tools';
import { QuerySelect } from '../../forms/query-select';
import { compareChoices, customDays } from '../../text/date-presets';
import { Icon } from '../../ui/icon';
import { HiddenFields } from '../../ui/menu-items';
import { Popover } from '../../ui/popover';
import { CustomRange, RangeOptions, StepSelect } from './range-fields';
import type { DateRangeFields } from './range.server';

interface RangeToolsProps {
  fields: DateRangeFields;
  /** Pages of the ranges before and after; null without one. */
  steps: { earlier: string | null; later: string | null };
  withStep?: boolean;
  /** False where nothing is compared with another period. */
  withCompare?: boolean;
}

export function RangeTools({ fields, steps, withStep = true, withCompare = true }: RangeToolsProps) {
  return (
    <>
      <div className="flex flex-1 items-center sm:flex-none">
        <StepLink to={steps.earlier} label="Previous period" icon="chevron-left" />
        <QuerySelect compact label="Date range" name="range" value={fields.range}>
          <RangeOptions fields={fields} />
        </QuerySelect>
        <StepLink to={steps.later} label="Next period" icon="chevron-right" />
      </div>
      {!withCompare && fields.compare && <HiddenFields fields={{ compare: fields.compare }} />}
      <Rest isShown={fields.range === customDays}>
        {withCompare && fields.range !== 'all-time' && (
          <QuerySelect compact label="Compare with" name="compare" value={fields.compare}>
            {compareChoices.map(([choice, label]) => (
              <option key={choice} value={choice}>
                {label}
              </option>
            ))}
          </QuerySelect>
        )}
        <Popover trigger="Custom range" active={fields.range === customDays} open={fields.error !== undefined}>
          {withStep && <StepSelect fields={fields} />}
          <CustomRange fields={fields} button="Apply dates" />
        </Popover>
      </Rest>
    </>
  );
}

/** Chosen days can be seen and corrected. */
function Rest({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  return isShown ? children : <MoreTools>{children}</MoreTools>;
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
