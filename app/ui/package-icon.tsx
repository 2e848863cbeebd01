/** Package type icons (spec section 4); our own drawings, not brand artwork. */
import { packageTypes, type PackageType, typeNamed } from 'contract/packages/package-types/list';
import { keysOf } from 'contract/floor/keys-of';
import { classes } from './class-names';

const shapes = {
  docker: {
    colour: 'text-chart-1',
    path: 'M4 13h16l-2 5H7zM6 9h3v3H6zM10.5 9h3v3h-3zM15 9h3v3h-3zM10.5 5h3v3h-3z',
  },
  file: { colour: 'text-muted', path: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6' },
  python: {
    colour: 'text-chart-6',
    path: 'M17 5h-7a4 4 0 000 8h4a3.5 3.5 0 010 7H6M17 5h2v3h-2zM13 5v.5',
  },
  npm: { colour: 'text-chart-2', path: 'M4 4h16v16H4zM9 16.5V9h3.5a2.5 2.5 0 012.5 2.5v5' },
  hackage: { colour: 'text-chart-4', path: 'M4 5l5 7-5 7M9 5l10 14M12 11l-4 8M16 10h4M18 14h2' },
  cargo: { colour: 'text-chart-5', path: 'M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9' },
  go: { colour: 'text-chart-1', path: 'M4 4h6v6H4zM14 14h6v6h-6zM7 10v7h7M10 7h7v7' },
  maven: { colour: 'text-chart-2', path: 'M19 4C9 5 5 11 5 20M19 4c1 8-3 13-11 12M14 9l-6 7' },
  composer: { colour: 'text-chart-6', path: 'M9 18V6l10-2v12M9 18H5M19 16h-4' },
  rubygems: { colour: 'text-chart-2', path: 'M8 4h8l5 6-9 10L3 10zM3 10h18M12 20L8 10l4-6 4 6z' },
  helm: { colour: 'text-chart-3', path: 'M12 6a6 6 0 010 12 6 6 0 010-12M12 2v20M2 12h20M5 5l14 14M19 5L5 19' },
  nuget: {
    colour: 'text-chart-1',
    path: 'M4 8a4 4 0 014-4h8a4 4 0 014 4v8a4 4 0 01-4 4H8a4 4 0 01-4-4zM7.5 8h2v2h-2zM11 14a3 3 0 016 0 3 3 0 01-6 0',
  },
  pixel: {
    colour: 'text-chart-3',
    path: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM10 10h4v4h-4z',
  },
} as const satisfies Record<PackageType | 'pixel', { colour: string; path: string }>;

export type PackageIconType = keyof typeof shapes;
export const packageIconTypes = keysOf(shapes);

interface PackageIconProps {
  /** Default: packages of any type. */
  type?: PackageIconType;
  className?: string;
  /** If the type is also shown as text. */
  decorative?: boolean;
}

export function PackageIcon({ type = packageTypes[0].name, className, decorative = false }: PackageIconProps) {
  let { colour, path } = shapes[type];
  let label = type === 'pixel' ? 'Pixel' : typeNamed(type).label;
  return (
    <svg
      viewBox="0 0 24 24"
      className={classes('shrink-0', colour, className ?? 'size-6')}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinejoin="round"
      strokeLinecap="round"
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path d={path} />
    </svg>
  );
}
