/** Boxed message in the page (spec section 4). */
import { type ReactNode, useState } from 'react';
import { keysOf } from 'contract/floor/keys-of';
import { classes } from './class-names';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Icon } from './icon';

const variants = {
  info: { look: 'border-accent/40 bg-accent-soft', ink: 'text-accent-strong', icon: 'info' },
  success: { look: 'border-good/40 bg-good-soft', ink: 'text-good', icon: 'success' },
  danger: { look: 'border-bad/40 bg-bad-soft', ink: 'text-bad', icon: 'warning' },
  warning: { look: 'border-warn/40 bg-warn-soft', ink: 'text-warn', icon: 'warning' },
} as const;

type AlertVariant = keyof typeof variants;
export const alertVariants = keysOf(variants);

interface AlertProps {
  variant?: AlertVariant;
  title?: string;
  children?: ReactNode;
  action?: ReactNode;
  /** With scripts, adds a close button. */
  closable?: boolean;
}

/** Danger and warning have the role `alert`, the others `status`. */
export function AlertBox({ variant = 'info', title, children, action, closable = false }: AlertProps) {
  let [closed, setClosed] = useState(false);
  let hydrated = useHydrated();
  let { look, ink, icon } = variants[variant];
  if (closed) return null;
  return (
    <div
      role={variant === 'danger' || variant === 'warning' ? 'alert' : 'status'}
      className={classes('flex items-start gap-3 rounded-md border px-4 py-3 text-sm', look)}
    >
      <Icon name={icon} className={classes('mt-0.5 size-4', ink)} />
      <div className="min-w-0 flex-1 break-words">
        {title && <p className={classes('font-semibold', ink)}>{title}</p>}
        {children && <div>{children}</div>}
        {action && <div className="mt-2">{action}</div>}
      </div>
      {closable && hydrated && (
        <button type="button" aria-label="Close" className="-m-1.5 rounded p-1.5" onClick={() => setClosed(true)}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}
