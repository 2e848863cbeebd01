import { incomingPath, outgoingUrl } from 'contract/rules/hosting-rules';
import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { TextField } from '../../../forms/fields';
import { paths } from '../../../links/paths';

export const routeRules = { outgoing_url: outgoingUrl, incoming_path: incomingPath };

export const locationHint =
  'Where the file is now, with the variables of the path. Leave empty to only count requests.';
export const templateHint = (
  <>
    Use {'{version}'} for the part that changes, e.g. /my-tool/{'{version}'}.{' '}
    <Link to={`${paths.docs('file')}#routes`} className="text-accent underline">
      Syntax
    </Link>
  </>
);

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
      label="Download path"
      autoComplete="off"
      spellCheck={false}
      placeholder="/my-tool/{version}"
      hint={hint}
    />
  );
}
