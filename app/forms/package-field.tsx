/** The package of a report: a select, or with many packages a search field with suggestions. */
import { QuerySelect } from './query-select';
import { inputClass } from './field-frame';

interface PackageFieldProps {
  value: string;
  packages: readonly { id: string; name: string }[];
  hasPixels: boolean;
}

const selectMax = 40;

export function PackageField({ value, packages, hasPixels }: PackageFieldProps) {
  if (packages.length <= selectMax)
    return (
      <QuerySelect compact label="Package" name="package" value={value}>
        <option value="all">All packages</option>
        {hasPixels && <option value="none">No packages</option>}
        {packages.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </QuerySelect>
    );
  let chosen = value === 'all' ? '' : (packages.find(({ id }) => id === value)?.name ?? value);
  return (
    <label className="min-w-32 flex-1 text-sm sm:max-w-64">
      <span className="sr-only">Package</span>
      <input
        key={value}
        type="search"
        name="package"
        list="report-packages"
        defaultValue={chosen}
        placeholder="All packages"
        autoComplete="off"
        spellCheck={false}
        className={inputClass}
      />
      <datalist id="report-packages">
        {hasPixels && <option value="none">No packages</option>}
        {packages.map(({ id, name }) => (
          <option key={id} value={name} />
        ))}
      </datalist>
    </label>
  );
}
