/** Parameters of the address that a form has no field for, so that they stay when it is sent. */

type Values = Record<string, string | readonly string[] | undefined>;

export function PreservedParams({ kept }: { kept: object }) {
  return Object.entries(kept as Values).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => one && <input key={name + one} type="hidden" name={name} value={one} />),
  );
}
