/** With scripts, submitted on every change. */
import { Form, useSubmit } from '@remix-run/react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { PreservedParams } from '../../forms/preserved-params';
import { QuerySelect } from '../../forms/query-select';
import { paths, type ReportQuery } from '../../links/paths';
import { Button } from '../../ui/button';
import { Collapsible } from '../../ui/collapsible';
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
}

export function AnalyticsForm({ owner, form, range }: AnalyticsFormProps) {
  let submit = useSubmit();
  let action = paths.analytics(owner);
  let send = (element: HTMLFormElement, pressed?: HTMLElement | null) =>
    submit(shortQuery(new FormData(element, pressed)), { method: 'get', action, preventScrollReset: true });
  let { choice, packages, pixels } = form;
  return (
    <Form
      method="get"
      action={action}
      aria-label="Report"
      className="rounded-lg border border-line bg-surface p-4"
      onChange={(event) => isChoice(event) && send(event.currentTarget)}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
      }}
    >
      <PreservedParams kept={form.kept} />
      <Collapsible label="Package, pixels and dates">
        <QuerySelect label="Package" name="package" value={choice.package}>
          <option value="all">All packages</option>
          {pixels.length > 0 && <option value="none">No packages</option>}
          {packages.map((item) => (
            <option key={item.id} value={item.id}>
              {item.name}
            </option>
          ))}
        </QuerySelect>
        {pixels.length > 0 && <PixelChoice choice={choice} pixels={pixels} />}
        {range}
        <Button type="submit" variant="outline">
          Update report
        </Button>
      </Collapsible>
    </Form>
  );
}

function PixelChoice({ choice, pixels }: Pick<AnalyticsFormData, 'choice' | 'pixels'>) {
  let shown = choice.pixels.length;
  let isAll = shown === pixels.length;
  return (
    <fieldset className="flex min-w-36 flex-col gap-1 text-sm">
      <legend className="mb-1 font-medium">{`Pixels (${shown}/${pixels.length})`}</legend>
      <input type="hidden" name="pixels" value="hide" />
      <Tick name="pixels" value="show" label="Show pixel data" ticked={choice.pixelsShown} choice={choice} />
      <details className="relative">
        <summary className="cursor-pointer text-muted hover:text-ink">Choose pixels</summary>
        <div className="mt-1 flex max-h-56 flex-col gap-1 overflow-y-auto rounded-md border border-line bg-surface p-2 sm:absolute sm:z-10 sm:w-64 sm:shadow-lg">
          <p className="text-muted">All of them, unless some are ticked.</p>
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
        </div>
      </details>
    </fieldset>
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
    <label className="flex items-center gap-2 break-all">
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

function isChoice({ target }: FormEvent<HTMLFormElement>): boolean {
  return !(target instanceof HTMLInputElement && ['from', 'to'].includes(target.name));
}

function shortQuery(data: FormData): URLSearchParams {
  let query = new URLSearchParams();
  for (let [name, value] of data) if (typeof value === 'string' && value) query.append(name, value);
  for (let name of ['range', 'pixels']) {
    let last = query.getAll(name).at(-1);
    if (last) query.set(name, last);
  }
  if (query.get('package') === 'all') query.delete('package');
  if (query.get('pixels') === 'hide' && !query.has('package') && !query.has('pixel')) query.delete('pixels');
  if (query.get('range') !== 'custom') for (let name of ['from', 'to']) query.delete(name);
  return query;
}
