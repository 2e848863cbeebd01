/** Date range of a form: presets, typed days in a popover with a button, and the step. */
import { inputClass } from '../../forms/field-frame';
import { QuerySelect } from '../../forms/query-select';
import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { customDays, presetKeys, presets } from '../../text/date-presets';
import type { DateRangeFields } from './range.server';

const steps = { '': 'Automatic', daily: 'Days', weekly: 'Weeks', monthly: 'Months' } as const;

/** Of a download, which has at most 366 days. The form is the positioned parent of the popover. */
export function RangeFields({ fields }: { fields: DateRangeFields }) {
  return (
    <>
      <QuerySelect label="Date range" name="range" value={fields.range}>
        <RangeOptions fields={fields} withAllTime={false} />
      </QuerySelect>
      <Popover
        align="parent"
        trigger="Custom range"
        active={fields.range === customDays}
        open={fields.error !== undefined}
      >
        <CustomRange fields={fields} button="Download dates" />
      </Popover>
    </>
  );
}

export function RangeOptions({ fields, withAllTime = true }: { fields: DateRangeFields; withAllTime?: boolean }) {
  let offered = withAllTime ? presetKeys : presetKeys.filter((key) => key !== 'all-time');
  return (
    <>
      {offered.map((key) => (
        <option key={key} value={key}>
          {presets[key]}
        </option>
      ))}
      {fields.range === customDays && <option value={customDays}>Custom range</option>}
      {fields.range !== customDays && !offered.includes(fields.range) && (
        <option value={fields.range}>{presets[fields.range]}</option>
      )}
    </>
  );
}

export function StepSelect({ fields }: { fields: DateRangeFields }) {
  return (
    <QuerySelect label="Show by" name="rollup" value={fields.rollup}>
      {Object.entries(steps).map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </QuerySelect>
  );
}

export function CustomRange({ fields, button }: { fields: DateRangeFields; button: string }) {
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <DayInput label="Start" name="from" value={fields.from} error={fields.error} />
        <DayInput label="End" name="to" value={fields.to} error={fields.error} />
        <Button type="submit" name="range" value={customDays} variant="outline">
          {button}
        </Button>
      </div>
      {fields.error && (
        <p id="range-error" role="alert" className="text-sm font-medium text-bad">
          {fields.error}
        </p>
      )}
      <p className="text-sm text-muted">
        {fields.zone.name} ·{' '}
        <a href={fields.zone.change} className="text-accent underline">
          Change<span className="sr-only"> time zone</span>
        </a>
      </p>
    </>
  );
}

function DayInput({ label, name, value, error }: { label: string; name: string; value: string; error?: string }) {
  return (
    <label className="flex flex-col gap-1 text-sm font-medium">
      {label}
      <input
        key={value}
        type={isDay(value) ? 'date' : 'text'}
        name={name}
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'range-error' : undefined}
        className={`${inputClass} font-normal`}
      />
    </label>
  );
}

/** A date input would hide an invalid day, which could then not be corrected. */
function isDay(value: string): boolean {
  return value === '' || (!Number.isNaN(Date.parse(value)) && new Date(value).toISOString().slice(0, 10) === value);
}
