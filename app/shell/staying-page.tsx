/** Ends a navigation whose data cannot be fetched on the page where it began; see page-data.ts. */
import { useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { loading, onStay } from './page-data';

/**
 * An address part without a meaning: going there is a navigation for which the framework fetches
 * nothing.
 */
const nowhere = '#page';

export function StayingPage() {
  let navigate = useNavigate();
  let { pathname, search, hash } = useLocation();
  useEffect(
    () =>
      onStay(() => {
        let here = pathname + search;
        // After Back the browser shows the address of the other page, whose place in the history
        // stays.
        let replace = window.location.pathname + window.location.search === here;
        navigate(here + (hash || nowhere), { replace, preventScrollReset: true });
        if (!hash || hash === nowhere) history.replaceState(history.state, '', here);
      }),
    [navigate, pathname, search, hash],
  );
  let next = useNavigation();
  let wanted = next.state === 'loading' ? next.location.pathname + next.location.search : undefined;
  useEffect(() => loading(wanted), [wanted]);
  return null;
}
