/**
 * A page as a dialog: without scripts the link leads to the page, with scripts the same form opens
 * over this one. The dialog's code is loaded on first use.
 */
import { useLocation } from '@remix-run/react';
import { lazy, type ReactNode, useEffect, useState } from 'react';
import { type ButtonSize, type ButtonVariant, LinkButton } from './button';
import { LazyPart } from './lazy-part';

const LiftedPage = lazy(() => import('./dialog-panel').then((m) => ({ default: m.DialogPanel })));

interface DialogLinkProps {
  /** The page with the same content; its forms post there, so errors are shown on that page. */
  to: string;
  /** The link's words. */
  label: ReactNode;
  /** The dialog's heading. */
  title: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}

export function DialogLink({ to, label, title, variant, size, children }: DialogLinkProps) {
  let [open, setOpen] = useState(false);
  let { key } = useLocation();
  useEffect(() => setOpen(false), [key]);
  return (
    <>
      <LinkButton
        to={to}
        variant={variant}
        size={size}
        aria-haspopup="dialog"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {label}
      </LinkButton>
      {open && (
        <LazyPart>
          <LiftedPage title={title} onClose={() => setOpen(false)}>
            {children}
          </LiftedPage>
        </LazyPart>
      )}
    </>
  );
}
