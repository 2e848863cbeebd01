/** One route of a file package: its two templates, with a preview of the download address. */
import type { SubmissionResult } from '@conform-to/react';
import { incomingPath, outgoingUrl } from 'contract/hosting-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import type { GatewayPlace } from '../../gateway-addresses';
import { LivePreview, PreviewButton, routePreview, useTyped } from './preview';

export const routeRules = { outgoing_url: outgoingUrl, incoming_path: incomingPath };

/** File location and path: the same two fields for a new package, a new route and a changed one. */
export function RouteFields() {
  return (
    <>
      <TextField
        name="outgoing_url"
        type="url"
        label="File location"
        optional
        autoComplete="off"
        placeholder="https://example.com/releases/{version}/my-tool.tgz"
        hint="Where the file is now; {variables} are filled from the path. Leave it empty to collect events only: requests are counted and answered with an empty page."
      />
      <TextField
        name="incoming_path"
        label="Desired path format"
        autoComplete="off"
        spellCheck={false}
        placeholder="/my-tool/{version}"
        hint="The path people ask for. {name} stands for one segment, {+name} may hold slashes. Avoid two variables in one segment, such as /{name}-{version}.tgz: it is not clear where the first ends."
      />
    </>
  );
}

interface RouteFormProps {
  place: GatewayPlace;
  /** The host the address is shown with. */
  host: string;
  button: string;
  defaults?: { incoming_path: string; outgoing_url: string };
  lastResult?: SubmissionResult<string[]>;
}

export function RouteForm({ place, host, button, defaults, lastResult }: RouteFormProps) {
  let form = useAppForm(lastResult, { rules: routeRules, defaultValue: defaults });
  let { typed, onInput } = useTyped(lastResult, defaults ?? {});
  return (
    <AppForm form={form} onInput={onInput}>
      <FormError />
      <RouteFields />
      <LivePreview
        preview={routePreview(place, host, typed)}
        lead="The file will be available from:"
        waiting="Type the path above, starting with a slash, to see the address people will use."
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pending="Saving …">{button}</SubmitButton>
        <PreviewButton />
      </div>
    </AppForm>
  );
}
