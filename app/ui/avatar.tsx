/** Initials of a person or an organization (spec section 4). */
import { keysOf } from 'contract/floor/keys-of';
import { classes } from './class-names';

const sizes = { sm: 'size-6 text-[0.625rem]', md: 'size-8 text-xs' } as const;

type AvatarSize = keyof typeof sizes;
export const avatarSizes = keysOf(sizes);

interface AvatarProps {
  name: string;
  size?: AvatarSize;
  square?: boolean;
}

/** Decorative: hidden from screen readers. */
export function Avatar({ name, size = 'md', square = false }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'inline-flex shrink-0 items-center justify-center bg-accent-soft font-semibold text-accent-strong select-none',
        square ? 'rounded' : 'rounded-full',
        sizes[size],
      )}
    >
      {initials(name)}
    </span>
  );
}

function initials(name: string): string {
  let [first = '', second] = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return ((second ? [...first].slice(0, 1) : [...first].slice(0, 2)).join('') + (second?.[0] ?? '')).toUpperCase();
}
