import { incomingPath, outgoingUrl } from 'contract/packages/hosting-rules';
import type { ReactNode } from 'react';
import { TextField } from '../../forms/fields';

export const routeRules = { outgoing_url: outgoingUrl, incoming_path: incomingPath };

export const locationHint =
  'Where the file is now; {variables} are filled from the path. Leave it empty to count requests only: they are answered with an empty page.';
export const templateHint =
  'The path people ask for. {name} stands for one segment, {+name} may hold slashes. Two variables in one segment, such as /{name}-{version}.tgz, are refused: it is not clear where the first ends.';

export function PathAndTargetFields() {
  return (
    <>
      <LocationField hint={locationHint} />
      <PathField hint={templateHint} />
    </>
  );
}

export function LocationField({ hint }: { hint: ReactNode }) {
  return (
    <TextField
      name="outgoing_url"
      type="url"
      label="File location"
      optional
      autoComplete="off"
      placeholder="https://example.com/releases/{version}/my-tool.tgz"
      hint={hint}
    />
  );
}

export function PathField({ hint }: { hint: ReactNode }) {
  return (
    <TextField
      name="incoming_path"
      label="Desired path format"
      autoComplete="off"
      spellCheck={false}
      placeholder="/my-tool/{version}"
      hint={hint}
    />
  );
}
