/** The page's content, and the target of "Skip to content". */
import { useLocation, useNavigation, useNavigationType } from '@remix-run/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from '../ui/class-names';

/** Dimmed while a choice on the page loads: the numbers are those of the choice before. */
export function Main({ className, children }: { className: string; children: ReactNode }) {
  let { pathname } = useLocation();
  let { state, location } = useNavigation();
  let isPending = state === 'loading' && location?.pathname === pathname;
  useKeptFocus(isPending);
  return (
    <main
      id="main"
      tabIndex={-1}
      aria-busy={isPending || undefined}
      className={classes('min-w-0 outline-none transition-opacity aria-busy:opacity-60', className)}
    >
      <p role="status" className="sr-only">
        {isPending && 'Loading the numbers of your choice.'}
      </p>
      {children}
    </main>
  );
}

/**
 * The focus goes to the part that a choice names in its hash. A link that its own choice removes
 * leaves it in its list. Neither scrolls.
 */
function useKeptFocus(isPending: boolean): void {
  let place = useRef('');
  let { hash } = useLocation();
  let named = useNavigationType() === 'POP' ? null : hash.slice(1);
  useEffect(() => {
    if (isPending) {
      let focused = document.activeElement;
      place.current = focused === document.body ? '' : (focused?.closest('main [id]')?.id ?? 'main');
    } else if (place.current) {
      let chosen = named ? document.getElementById(named) : null;
      if (!chosen && document.activeElement !== document.body) return;
      let list = chosen ?? document.getElementById(place.current);
      let target = list?.querySelector<HTMLElement>('a[href], button, summary') ?? document.getElementById('main');
      target?.focus({ preventScroll: true });
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only once the choice is shown.
  }, [isPending]);
}
