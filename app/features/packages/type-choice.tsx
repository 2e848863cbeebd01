import { Link } from '@remix-run/react';
import type { PackageType } from 'contract/packages/package-types/list';
import { paths } from '../../links/paths';
import { PackageIcon } from '../../ui/package-icon';
import { typeLabel } from '../../text/type-label';

interface TypeChoiceProps {
  owner: string;
  types: readonly { type: PackageType; explanation: string }[];
}

export function TypeChoice({ owner, types }: TypeChoiceProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">
        No URL has to change to begin: a package can also show{' '}
        <Link to={`${paths.docs('analytics')}#the-registry-s-own-count`} className="text-accent underline">
          its registry’s own count
        </Link>
        .
      </p>
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
    </div>
  );
}
