/**
 * A link that opens its page's form as a dialog; without scripts it is an ordinary link. Code is
 * loaded on first use.
 */
import { type MouseEvent, type ReactNode, useRef } from 'react';
import { useNavigate } from '@remix-run/react';
import { dialogFailed } from '../config/browser-messages';
import { showToast } from '../text/toast-events';
import { type ButtonSize, type ButtonVariant, LinkButton } from './button';
import { LazyPlaceholder } from './lazy-placeholder';
import { useLazyOverlay } from './lazy-load';

interface DialogLinkProps {
  /** The page with the same form. Forms post there, so it also shows their errors. */
  to: string;
  label: ReactNode;
  title: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  children: ReactNode;
}

export function DialogLink({ to, label, title, variant, size, children }: DialogLinkProps) {
  let { shown, open, close } = useLazyOverlay(() => import('./dialog-panel'));
  let navigate = useNavigate();
  let hasFailed = useRef(false);
  let lift = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (await open()) return;
    // Leaving the page would lose typed input, so it takes another click.
    if (hasFailed.current) navigate(to);
    else showToast({ kind: 'warning', text: dialogFailed });
    hasFailed.current = true;
  };
  return (
    <>
      <LinkButton to={to} variant={variant} size={size} aria-haspopup="dialog" onClick={lift}>
        {label}
      </LinkButton>
      {shown === 'loading' && <LazyPlaceholder />}
      {typeof shown === 'object' && (
        <shown.part.DialogPanel title={title} onClose={close}>
          {children}
        </shown.part.DialogPanel>
      )}
    </>
  );
}
