/** The date range among a report's tools: presets, and a popover with days and the step. */
import { QuerySelect } from '../../forms/query-select';
import { customDays } from '../../text/date-presets';
import { Popover } from '../../ui/popover';
import { CustomRange, RangeOptions, StepSelect } from './range-fields';
import type { DateRangeFields } from './range.server';

export function RangeTools({ fields, withStep = true }: { fields: DateRangeFields; withStep?: boolean }) {
  return (
    <>
      <QuerySelect compact label="Date range" name="range" value={fields.range}>
        <RangeOptions fields={fields} />
      </QuerySelect>
      <Popover trigger="Custom range" active={fields.range === customDays} open={fields.error !== undefined}>
        {withStep && <StepSelect fields={fields} />}
        <CustomRange fields={fields} button="Apply dates" />
      </Popover>
    </>
  );
}
