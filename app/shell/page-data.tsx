/**
 * What happens when the data of a page cannot be fetched while scripts run (spec sections 4 and 8):
 * a toast says so and the page stays,
 * with what was typed. The framework would show an error page instead, and reload a page whose code
 * cannot be fetched.
 */
import { useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { useEffect } from 'react';
import { failureText, maintenanceTitle, notReached, somethingWrong } from '../browser-messages';
import { say } from '../said';

const stayEvent = 'page-stays';

/** Whether what was posted is done, so that the page to be left is not the one to show any more. */
let isPosted = false;

/** Whether page data is being asked for, or was not to be had the last time. */
let isOpen = false;

/** Looks after every request for the data of a page. */
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

/** A proxy in front answers with a page of its own while the dashboard is down. */
function isOfProxy(answer: Response): boolean {
  return answer.status >= 500 && !(answer.headers.get('content-type') ?? '').startsWith('text/x-script');
}

function crashed(): Response {
  say({ kind: 'warning', text: notReached });
  return nothingOf(503);
}

/** The answer of an action without data. From 400 on the framework fetches nothing after it. */
function nothingOf(status: number): Response {
  return new Response('[{"_1":-5},"data"]\n', { status, headers: { 'content-type': 'text/x-script' } });
}

/**
 * A post that was refused before its form was looked at: the page would be replaced, and what was
 * typed lost.
 */
async function unlessThrown(answer: Response, address: URL): Promise<Response> {
  let text = await answer.clone().text();
  if (!/^\[\{"_\d+":\d+\},"error"/.test(text)) return answer;
  let [, code = ''] = /"code","([\w-]+)"/.exec(text) ?? [];
  let { status } = answer;
  let isPlain = [403, 429, 503].includes(status);
  say({
    kind: 'warning',
    text: code === 'under-maintenance' ? maintenanceTitle : isPlain ? failureText(status) : somethingWrong,
    ...(!isPlain && { detail: `${status} ${address.pathname.slice(0, -'.data'.length)} ${code}` }),
  });
  return nothingOf(status);
}

/** Ends a navigation where it began. What it waits for never comes; the framework lets go of it. */
function stay(signal: AbortSignal | null | undefined): Promise<Response> {
  say({ kind: 'warning', text: notReached });
  let left = new Promise<Response>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
  dispatchEvent(new Event(stayEvent));
  return left;
}

/** Calls `end` when a navigation has to end where it began; the answer stops that. */
function onStay(end: () => void): () => void {
  addEventListener(stayEvent, end);
  return () => removeEventListener(stayEvent, end);
}

/** The address of the page that is being loaded. */
let wanted: string | undefined;

/** Says which page is being loaded; undefined once it is there. */
function loading(address: string | undefined): void {
  wanted = address;
}

interface Navigating extends Event {
  navigationType: string;
  userInitiated: boolean;
}

/**
 * The framework reloads where the code of a page cannot be fetched. Without a connection that would
 * leave nothing, so something is fetched anew only if the server answers: the page that was asked
 * for, where there is one.
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

/**
 * An address part without a meaning: going there is a navigation for which the framework fetches
 * nothing.
 */
const nowhere = '#page';

/** Ends a navigation whose data cannot be fetched on the page where it began. */
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
