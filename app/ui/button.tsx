/** Buttons and links styled as buttons (spec section 4). */
import { Link, type LinkProps } from '@remix-run/react';
import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { keysOf } from 'contract/floor/keys-of';
import { classes } from './class-names';
import { LoadingRing } from './loading';

const variants = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-strong',
  success: 'border-transparent bg-good text-on-accent hover:brightness-110',
  danger: 'border-transparent bg-bad text-on-accent hover:brightness-110',
  'danger-outline': 'border-bad text-bad hover:bg-bad-soft',
  warning: 'border-transparent bg-warn text-on-accent hover:brightness-110',
  outline: 'border-line-strong bg-surface text-ink hover:bg-sunken',
} as const;

const sizes = {
  xs: 'min-h-6 gap-1 px-2 text-xs',
  sm: 'min-h-8 gap-1.5 px-3 text-sm',
  md: 'min-h-9 gap-2 px-4 text-sm',
  lg: 'min-h-11 gap-2 px-5 text-base',
} as const;

export type ButtonVariant = keyof typeof variants;
export type ButtonSize = keyof typeof sizes;

export const buttonVariants = keysOf(variants);
export const buttonSizes = keysOf(sizes);

interface Look {
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
}

function buttonClass({ variant = 'primary', size = 'md', wide }: Look, more?: string): string {
  return classes(
    'inline-flex items-center justify-center rounded-md border font-medium no-underline transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-60 print:hidden',
    variants[variant],
    sizes[size],
    wide && 'w-full',
    more,
  );
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { loading?: boolean; children: ReactNode };

/** `type="button"` by default. Disabled while `loading`. */
export function Button({ variant, size, wide, loading = false, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={loading || rest.disabled}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, size, wide }, className)}
    >
      {loading && <LoadingRing />}
      <span className="contents">{children}</span>
    </button>
  );
}

/** A link to a page of the dashboard that looks like a button. */
export function LinkButton({ variant, size, wide, className, ...rest }: Look & LinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, wide }, className)} />;
}
