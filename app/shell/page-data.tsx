/**
 * Failed requests for page data while scripts run (spec sections 4 and 8): a toast is shown and the
 * page stays, with what was typed. The framework would show an error page instead, and reload a
 * page whose code cannot be fetched.
 */
import { useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { failureText, maintenanceTitle, notReached, openedAsOther, somethingWrong } from '../config/browser-messages';
import { say } from '../text/said';

const stayEvent = 'page-stays';

/** Whether the post was done, so that its page must not be shown again. */
let isPosted = false;

/** Whether page data is being requested, or could not be loaded the last time. */
let isOpen = false;

/** Watches every request for page data. */
export function watchPageData(): void {
  let ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    let address = new URL(input instanceof Request ? input.url : input, location.href);
    if (address.origin !== location.origin || !address.pathname.endsWith('.data')) return ask(input, init);
    let isPost = init?.method !== undefined && init.method !== 'GET';
    let mayStay = isPost || !isPosted;
    isOpen = true;
    let answer = await ask(input, init).catch((error: unknown) => {
      if (init?.signal?.aborted || !mayStay) throw error;
      return null;
    });
    if (mayStay && (!answer || isOfProxy(answer))) return isPost ? crashed() : stay(init?.signal);
    isOpen = false;
    isPosted = isPost && answer!.status < 400;
    return isPost && answer!.status >= 400 ? unlessThrown(answer!, address) : answer!;
  };
  keepFromReloading(ask);
}

/** A proxy answers with its own page while the dashboard is down. */
function isOfProxy(answer: Response): boolean {
  return answer.status >= 500 && !(answer.headers.get('content-type') ?? '').startsWith('text/x-script');
}

function crashed(): Response {
  say({ kind: 'warning', text: notReached });
  return nothingOf(503);
}

/**
 * The answer of an action without data. From status 400 on, the framework fetches nothing after it.
 */
function nothingOf(status: number): Response {
  return new Response('[{"_1":-5},"data"]\n', { status, headers: { 'content-type': 'text/x-script' } });
}

/**
 * A post that was refused before its form was read: the framework would replace the page, and what
 * was typed would be lost.
 */
async function unlessThrown(answer: Response, address: URL): Promise<Response> {
  let text = await answer.clone().text();
  if (!/^\[\{"_\d+":\d+\},"error"/.test(text)) return answer;
  let [, code = ''] = /"code","([\w-]+)"/.exec(text) ?? [];
  // Its page has what was typed.
  if (code === openedAsOther) return answer;
  let { status } = answer;
  let isPlain = [403, 429, 503].includes(status);
  say({
    kind: 'warning',
    text: code === 'under-maintenance' ? maintenanceTitle : isPlain ? failureText(status) : somethingWrong,
    ...(!isPlain && { detail: `${status} ${address.pathname.slice(0, -'.data'.length)} ${code}` }),
  });
  return nothingOf(status);
}

/**
 * Ends a navigation on the page where it began. The returned response never arrives; the framework
 * drops it.
 */
function stay(signal: AbortSignal | null | undefined): Promise<Response> {
  say({ kind: 'warning', text: notReached });
  let left = new Promise<Response>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  dispatchEvent(new Event(stayEvent));
  return left;
}

/** Calls `end` when a navigation has to end where it began; returns a function that stops this. */
function onStay(end: () => void): () => void {
  addEventListener(stayEvent, end);
  return () => removeEventListener(stayEvent, end);
}

/** The address of the page that is being loaded. */
let wanted: string | undefined;

/** Notes which page is being loaded; undefined once it is there. */
function loading(address: string | undefined): void {
  wanted = address;
}

interface Navigating extends Event {
  navigationType: string;
  userInitiated: boolean;
}

/**
 * The framework reloads where the code of a page cannot be fetched. Without a connection the
 * browser would show an error, so the reload happens only if the server answers: to the requested
 * page, if there is one.
 */
function keepFromReloading(ask: typeof fetch): void {
  let navigation = (window as { navigation?: EventTarget }).navigation;
  let isSure = false;
  navigation?.addEventListener('navigate', (event) => {
    let { navigationType, userInitiated } = event as Navigating;
    if (navigationType !== 'reload' || userInitiated || !isOpen || isSure || !event.cancelable) return;
    event.preventDefault();
    void ask('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => {
        if (!ok) return;
        isSure = true;
        if (wanted === undefined) location.reload();
        else location.assign(wanted);
      },
      () => undefined,
    );
  });
}

/** An address part without meaning: a navigation to it fetches nothing. */
const nowhere = '#page';

/** Ends a navigation whose data cannot be fetched on the page where it began. */
export function StayingPage() {
  let navigate = useNavigate();
  let { pathname, search, hash } = useLocation();
  useEffect(
    () =>
      onStay(() => {
        let here = pathname + search;
        // After Back, the browser shows the address of the other page, whose history entry stays.
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
