/** Types whose packages are a name at a registry that clients reach through the gateway. */
import type { Serving } from './type';

/** The words of such a type; its name is the label of its hosts. */
export function registryType<const Name extends string, const Label extends string>(
  name: Name,
  label: Label,
  command: Serving['command'],
) {
  return {
    name,
    label,
    hostLabel: name,
    unless: 'your other packages there come from another registry',
    serving: { command },
  };
}
