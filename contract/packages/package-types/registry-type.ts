/** Types whose packages are a name at a registry that clients reach through the gateway. */

/** The words of such a type; its name is the label of its hosts. */
export function registryType<const Name extends string, const Label extends string>(name: Name, label: Label) {
  return {
    name,
    label,
    hostLabel: name,
    unless: 'your other packages on this domain use another registry',
    // Its command is in `app/text/registry-commands.ts`.
  };
}
