/** Form of a route, with a preview of its URL. */
import type { SubmissionResult } from '@conform-to/react';
import type { RouteType } from 'contract/packages/package-types/file';
import { hasKey } from 'contract/floor/keys-of';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField, RadioCards } from '../../forms/choices';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import type { GatewayOrigin } from '../../gateway/gateway-addresses';
import { AlertBox } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { CopyText } from '../../ui/copy-text';
import { LivePreview, PreviewButton, routePreview, usePreviewValues } from './types/preview';
import { LocationField, locationHint, PathField, routeRules, templateHint } from './types/route-fields';

/**
 * Shows fields of one type only. CSS, so that it works without scripts; browsers without `:has()`
 * show all fields.
 */
const only: Record<RouteType, string> = {
  'uri-template': '[form:not(:has([value=uri-template]:checked))_&]:hidden',
  regex: '[form:not(:has([value=regex]:checked))_&]:hidden',
  telemetry: '[form:not(:has([value=telemetry]:checked))_&]:hidden',
};
/** Hides an empty field for event routes; with a value it stays visible, because it is rejected. */
const withoutEvents = '[form:has([value=telemetry]:checked)_&]:has-placeholder-shown:hidden';

const types = [
  { value: 'uri-template', label: 'Template', description: 'Fixed text and variables in braces.' },
  { value: 'regex', label: 'Regular expression', description: 'For paths that a template cannot describe.' },
  { value: 'telemetry', label: 'Events', description: 'JSON that programs and pages send. No file.' },
] as const;

const leads: Record<RouteType, string> = {
  'uri-template': 'The file will be available from:',
  regex: 'The file will be available at URLs that match:',
  telemetry: 'Events can be sent to:',
};

function TypedRouteFields({ hasToken }: { hasToken: boolean }) {
  return (
    <>
      <RadioCards name="type" label="Type" options={types} />
      <div className={withoutEvents}>
        <LocationField
          hint={
            <>
              <span className={only['uri-template']}>{locationHint}</span>
              <span className={only.regex}>
                Where the file is now; {'{version}'} is filled from the group{' '}
                <span className="whitespace-nowrap">(?&lt;version&gt;…)</span> of the path. Leave empty to only count
                requests.
              </span>
              <span className={only.telemetry}>Empty this field, or choose another type.</span>
            </>
          }
        />
      </div>
      <PathField
        hint={
          <>
            <span className={only['uri-template']}>{templateHint}</span>
            <span className={only.regex}>
              An RE2 expression that matches the whole path, such as{' '}
              <span className="whitespace-nowrap">/my-tool/(?&lt;version&gt;[0-9.]+)</span>. Named groups are variables.
            </span>
            <span className={only.telemetry}>
              The path that events are sent to. Variables such as {'{version}'} become fields of each event.
            </span>
          </>
        }
      />
      <div className={`flex flex-col gap-4 ${only.telemetry}`}>
        <CheckField
          name="requires_token"
          label="Require a token"
          hint="Shown once, after you save. Not for web pages: their readers can see the token."
        />
        {hasToken && (
          <CheckField name="new_token" label="Replace the token" hint="The current token stops working immediately." />
        )}
      </div>
    </>
  );
}

interface RouteValues {
  [name: string]: string | boolean;
  type: RouteType;
  incoming_path: string;
  outgoing_url: string;
  requires_token: boolean;
}

interface RouteFormProps {
  place: GatewayOrigin;
  /** Host in the preview. */
  host: string;
  button: string;
  defaults?: RouteValues;
  lastResult?: SubmissionResult<string[]>;
}

const newRoute: RouteValues = { type: 'uri-template', incoming_path: '', outgoing_url: '', requires_token: false };

export function RouteForm({ place, host, button, defaults = newRoute, lastResult }: RouteFormProps) {
  let form = useAppForm(lastResult, { rules: routeRules, defaultValue: defaults });
  let { typed, onInput } = usePreviewValues(lastResult, {
    type: defaults.type,
    incoming_path: defaults.incoming_path,
    outgoing_url: defaults.outgoing_url,
    ...(defaults.requires_token && { requires_token: 'on' }),
  });
  let forEvents = typed.type === 'telemetry';
  let preview = routePreview(place, host, typed);
  return (
    <AppForm form={form} onInput={onInput}>
      <FormError />
      <TypedRouteFields hasToken={defaults.requires_token} />
      <LivePreview
        preview={preview}
        lead={typed.type !== undefined && hasKey(leads, typed.type) ? leads[typed.type] : leads['uri-template']}
        waiting="Enter a path to see the download URL."
      >
        {forEvents && preview.text && <Snippets address={preview.text} withToken={typed.requires_token === 'on'} />}
      </LivePreview>
      <div className="flex flex-wrap gap-2">
        <SubmitButton pending="Saving …">{button}</SubmitButton>
        <PreviewButton />
      </div>
    </AppForm>
  );
}

function Snippets({ address, withToken }: { address: string; withToken: boolean }) {
  let texts = withToken
    ? [{ label: 'From a terminal', text: curlLine(address, '$TOKEN') }]
    : [
        { label: 'From a terminal', text: curlLine(address) },
        {
          label: 'From a page',
          text: `fetch('${address}', { method: 'POST', keepalive: true, body: JSON.stringify({ step: 'opened' }) })`,
        },
      ];
  return texts.map(({ label, text }) => (
    <p key={label}>
      {label}
      <code className="block rounded-md bg-sunken px-3 py-1.5 font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-wrap">
        {text}
      </code>
    </p>
  ));
}

function curlLine(address: string, token?: string): string {
  let shown = token === undefined ? '' : ` -H "Authorization: Bearer ${token}"`;
  return `curl -d '{"step":"opened"}'${shown} '${address}'`;
}

/** The token, shown once. */
export function RouteToken({ address, token, backTo }: { address: string; token: string; backTo: string }) {
  return (
    <AlertBox
      variant="success"
      title="The route is saved, and its token is ready."
      action={
        <LinkButton to={backTo} variant="outline" size="sm">
          Go to the package
        </LinkButton>
      }
    >
      <div className="mt-1 flex flex-col gap-2">
        <p>
          Copy it now. You won’t be able to see it again.
          {address.includes('{') && ' Put values in place of the variables in braces.'}
        </p>
        <CopyText text={token} label="token" wrap />
        <CopyText text={curlLine(address, token)} label="command" wrap />
      </div>
    </AlertBox>
  );
}
