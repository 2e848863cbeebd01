/** A button that opens a panel; works as `<details>` without scripts. */
import { type ReactNode, useRef } from 'react';
import { classes } from './class-names';
import { useClosingDetails } from './menu';

interface PopoverProps {
  trigger: ReactNode;
  /** The panel's side that stays at the button's, or at the right of the nearest positioned parent. */
  align?: 'left' | 'right' | 'parent';
  /** Marks the button while the panel changes what the page shows. */
  active?: boolean;
  open?: boolean;
  id?: string | undefined;
  /** Before it opens, for a part of the panel that is loaded then. */
  onReach?: () => void;
  children: ReactNode;
}

/** On narrow screens, the panel is as wide as the nearest positioned parent. */
export function Popover({ trigger, align = 'left', active = false, open, id, onReach, children }: PopoverProps) {
  let details = useRef<HTMLDetailsElement>(null);
  useClosingDetails(details);
  return (
    <details
      ref={details}
      id={id}
      name="menu"
      open={open}
      onPointerEnter={onReach}
      onFocus={onReach}
      className={classes(align !== 'parent' && 'sm:relative', 'print:hidden')}
    >
      <summary
        className={classes(
          'inline-flex h-9 cursor-pointer list-none items-center gap-1.5 rounded-md border px-3 text-sm font-medium whitespace-nowrap hover:bg-sunken',
          active ? 'border-accent bg-accent-soft text-accent-strong' : 'border-line-strong bg-surface',
        )}
      >
        {trigger}
      </summary>
      <div
        className={classes(
          'absolute top-full z-30 mt-1 flex flex-col gap-3 rounded-md border border-line bg-surface p-4 text-sm shadow-lg max-sm:inset-x-0 sm:w-72 md:w-80',
          align === 'left' ? 'sm:left-0' : 'sm:right-0',
        )}
      >
        {children}
      </div>
    </details>
  );
}
