/** Hidden fields for query parameters that a GET form must preserve. */

type Values = Record<string, string | readonly string[] | undefined>;

export function PreservedParams({ kept }: { kept: object }) {
  return Object.entries(kept as Values).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => one && <input key={name + one} type="hidden" name={name} value={one} />),
  );
}
