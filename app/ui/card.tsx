/** A surface that groups what belongs together, with an optional heading line. */
import { type ReactNode, useId } from 'react';
import { classes } from './class-names';

interface CardProps {
  title?: ReactNode;
  /** One line under the title. */
  description?: ReactNode;
  /** Buttons or links at the end of the heading line. */
  actions?: ReactNode;
  /** Without inner margin, for tables and lists that reach the edge. */
  flush?: boolean;
  /** Target of links to this card. */
  anchor?: string;
  className?: string;
  children?: ReactNode;
}

/** A section named by its title; a plain box without one. */
export function Card({ title, description, actions, flush = false, anchor, className, children }: CardProps) {
  let id = useId();
  let hasHead = Boolean(title || actions);
  return (
    <section
      id={anchor}
      aria-labelledby={title ? id : undefined}
      className={classes('min-w-0 rounded-xl border border-line bg-surface', className)}
    >
      {hasHead && (
        <div
          className={classes(
            'flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-6',
            children === undefined && 'pb-4',
          )}
        >
          <div className="min-w-0">
            {title && (
              <h2 id={id} className="text-base font-semibold break-words">
                {title}
              </h2>
            )}
            {description && <div className="text-sm text-muted">{description}</div>}
          </div>
          {actions && <div className="flex min-w-0 flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      {children !== undefined && (
        <div className={flush ? 'pt-3' : `px-4 pb-4 sm:px-6 sm:pb-5 ${hasHead ? 'pt-3' : 'pt-4'}`}>{children}</div>
      )}
    </section>
  );
}
