/** The tools of the long report: its package, range, pixels and filter. */
import { type ReactNode, useEffect, useRef } from 'react';
import type { ReportQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { Popover } from '../../ui/popover';
import { PackageField } from '../../forms/package-field';
import { MoreTools, ReportTools } from '../../forms/report-tools';
import type { ReportChoice } from './report-params.server';

interface Option {
  id: string;
  name: string;
}

interface AnalyticsFormData {
  choice: ReportChoice;
  kept: ReportQuery;
  packages: Option[];
  pixels: Option[];
}

interface AnalyticsFormProps {
  owner: string;
  form: AnalyticsFormData;
  range: ReactNode;
  filter?: ReactNode;
  actions?: ReactNode;
}

export function AnalyticsForm({ owner, form, range, filter, actions }: AnalyticsFormProps) {
  let { choice, packages, pixels } = form;
  return (
    <ReportTools action={paths.analytics(owner)} kept={form.kept} actions={actions}>
      <MoreTools>
        <PackageField value={choice.package} packages={packages} hasPixels={pixels.length > 0} />
      </MoreTools>
      {range}
      {pixels.length > 0 && (
        <MoreTools>
          <PixelChoice choice={choice} pixels={pixels} />
        </MoreTools>
      )}
      {filter}
    </ReportTools>
  );
}

function PixelChoice({ choice, pixels }: Pick<AnalyticsFormData, 'choice' | 'pixels'>) {
  let isAll = choice.pixels.length === pixels.length;
  return (
    <>
      <input type="hidden" name="pixels" value="hide" />
      <Popover trigger="Page views" active={choice.pixelsShown}>
        <Tick name="pixels" value="show" label="Show page views" ticked={choice.pixelsShown} choice={choice} />
        <fieldset className="flex max-h-56 min-w-0 flex-col gap-1 overflow-y-auto">
          <legend className="mb-1 text-muted">Pixels (all if none is selected)</legend>
          {pixels.map((pixel) => (
            <Tick
              key={pixel.id}
              name="pixel"
              value={pixel.id}
              label={pixel.name}
              ticked={!isAll && choice.pixels.includes(pixel.id)}
              choice={choice}
            />
          ))}
        </fieldset>
      </Popover>
    </>
  );
}

interface TickProps {
  name: string;
  value: string;
  label: string;
  ticked: boolean;
  /**
   * A new object per response. It may differ from the boxes: unticking the last pixel shows all of
   * them.
   */
  choice: ReportChoice;
}

function Tick({ name, value, label, ticked, choice }: TickProps) {
  let box = useRef<HTMLInputElement>(null);
  let answer = useRef(choice);
  useEffect(() => {
    // Keeps boxes ticked before hydration.
    if (box.current && answer.current !== choice) box.current.checked = ticked;
    answer.current = choice;
  }, [ticked, choice]);
  return (
    <label className="flex items-center gap-2 wrap-anywhere">
      <input
        ref={box}
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={ticked}
        autoComplete="off"
        className="size-4 accent-accent"
      />
      {label}
    </label>
  );
}
