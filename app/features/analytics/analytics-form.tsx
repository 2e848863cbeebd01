/** With scripts, applied on every change. */
import { Form, useSubmit } from '@remix-run/react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { PreservedParams } from '../../forms/preserved-params';
import { paths, type ReportQuery } from '../../links/paths';
import { Button } from '../../ui/button';
import { Popover } from '../../ui/popover';
import { PackageField } from './package-field';
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
}

const formId = 'report-tools';

/** The report's tools in a line. Without scripts, a button applies them. */
export function AnalyticsForm({ owner, form, range, filter }: AnalyticsFormProps) {
  let submit = useSubmit();
  let element = useRef<HTMLFormElement>(null);
  let action = paths.analytics(owner);
  let send = (sent: HTMLFormElement, pressed?: HTMLElement | null) =>
    submit(shortQuery(new FormData(sent, pressed)), { method: 'get', action, preventScrollReset: true });
  useEffect(() => {
    if (element.current && isChanged(element.current)) send(element.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only a choice made before hydration.
  }, []);
  let { choice, packages, pixels } = form;
  return (
    <Form
      ref={element}
      id={formId}
      method="get"
      action={action}
      aria-label="Report"
      className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-2 lg:basis-0"
      onChange={(event) => isChoice(event) && send(event.currentTarget)}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter);
      }}
    >
      <PreservedParams kept={form.kept} />
      <PackageField value={choice.package} packages={packages} hasPixels={pixels.length > 0} />
      {range}
      {pixels.length > 0 && <PixelChoice choice={choice} pixels={pixels} />}
      {filter}
    </Form>
  );
}

/** For the actions beside the form, where a narrow screen has room for it. */
export function ApplyWithoutScripts() {
  return (
    <noscript>
      <Button type="submit" form={formId}>
        Apply
      </Button>
    </noscript>
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

function isChanged(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll('option, input')].some((one) =>
    one instanceof HTMLOptionElement
      ? one.selected !== one.defaultSelected
      : one instanceof HTMLInputElement && one.type === 'checkbox' && one.checked !== one.defaultChecked,
  );
}

/** A name that is typed is none until Enter; a suggestion that is chosen is one. */
function isChoice({ target, nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  if (!(target instanceof HTMLInputElement)) return true;
  let isTyped = nativeEvent instanceof InputEvent && nativeEvent.inputType !== 'insertReplacementText';
  return !['from', 'to'].includes(target.name) && !(target.list && isTyped);
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
