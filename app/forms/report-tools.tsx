/** The tools of a report, in a line: what, when, filter, and what can be done with it. */
import { Form, useNavigation, useSubmit } from '@remix-run/react';
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { PreservedParams } from './preserved-params';
import { Button } from '../ui/button';

interface ReportToolsProps {
  /** URL of the report without its query. */
  action: string;
  /** Parameters that the form has no field for. */
  kept: object;
  /** Bell, share and export, beside the form. */
  actions?: ReactNode;
  children: ReactNode;
}

/** With scripts, a choice applies immediately; without, a button applies all of them. */
export function ReportTools({ action, kept, actions, children }: ReportToolsProps) {
  let submit = useSubmit();
  let element = useRef<HTMLFormElement>(null);
  let isSent = useRef(false);
  let send = (sent: HTMLFormElement, pressed?: HTMLElement | null) => {
    isSent.current = true;
    submit(shortQuery(new FormData(sent, pressed)), { method: 'get', action, preventScrollReset: true });
  };
  useEffect(() => {
    if (element.current && !isSent.current && isChanged(element.current)) send(element.current);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only a choice made before hydration.
  }, []);
  let isLoading = useNavigation().state === 'loading';
  let wasLoading = useRef(false);
  useEffect(() => {
    if (wasLoading.current && !isLoading && element.current) showAddress(element.current);
    wasLoading.current = isLoading;
  }, [isLoading]);
  return (
    <div className="tools relative flex flex-wrap items-center gap-2 print:hidden">
      <Form
        ref={element}
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
        {/* Enter presses the first button of a form: without this one, that of another range. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
          Apply
        </button>
        <PreservedParams kept={kept} />
        {children}
        <label className="tools-switch inline-flex h-9 cursor-pointer items-center rounded-md border border-line-strong bg-surface px-3 text-sm font-medium has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent sm:hidden">
          <input type="checkbox" autoComplete="off" className="sr-only" />
          More
        </label>
        <noscript>
          <Button type="submit">Apply</Button>
        </noscript>
      </Form>
      {actions && <MoreTools>{actions}</MoreTools>}
    </div>
  );
}

/** Tools that a phone shows once "More" is pressed. */
export function MoreTools({ children }: { children: ReactNode }) {
  return <div className="more-tools contents">{children}</div>;
}

/** After a choice that failed, the page is still that of its address. */
function showAddress(form: HTMLFormElement): void {
  for (let one of form.elements) if (one instanceof HTMLSelectElement) one.value = one.dataset.value ?? one.value;
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((one) =>
    one instanceof HTMLSelectElement
      ? [...one.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
      : one instanceof HTMLInputElement && one.type === 'checkbox' && one.name && one.checked !== one.defaultChecked,
  );
}

/**
 * A text that is typed is none until Enter; a suggestion that is chosen is one. Fields of another form
 * may be among those of this one.
 */
function isChoice({ target, currentTarget, nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  if ('form' in target && target.form !== currentTarget) return false;
  if (!(target instanceof HTMLInputElement)) return true;
  if (!target.name) return false;
  let isTyped = nativeEvent instanceof InputEvent && nativeEvent.inputType !== 'insertReplacementText';
  return !['from', 'to'].includes(target.name) && !(target.type === 'search' && isTyped);
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
