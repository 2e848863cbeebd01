import { Link } from '@remix-run/react';
import type { PackageType } from 'contract/packages/package-types/list';
import { paths } from '../../links/paths';
import { PackageIcon } from '../../ui/package-icon';
import { typeLabel } from './type-label';

interface TypeChoiceProps {
  owner: string;
  types: readonly { type: PackageType; explanation: string }[];
}

export function TypeChoice({ owner, types }: TypeChoiceProps) {
  return (
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {types.map(({ type, explanation }) => (
        <li key={type}>
          <Link
            to={paths.newPackage(owner, type)}
            className="flex h-full items-start gap-3 rounded-lg border border-line bg-surface p-4 no-underline hover:border-accent"
          >
            <PackageIcon type={type} decorative className="size-8" />
            <span>
              <span className="block font-semibold">{typeLabel(type)}</span>
              <span className="block text-sm text-muted">{explanation}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
