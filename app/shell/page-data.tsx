/**
 * Failed page-data requests (spec sections 4 and 8): shows a toast and keeps the page with its
 * typed values. Remix would show an error page, and reload when a page's code cannot be fetched.
 */
import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import {
  failureText,
  maintenanceTitle,
  notReached,
  openedAsOther,
  somethingWrong,
  pageWarningHeader,
} from '../config/browser-messages';
import { showToast } from '../text/toast-events';

const stayEvent = 'page-stays';

/** The post succeeded, so its page must not be shown again. */
let isPosted = false;

/** Page data is loading, or failed to load the last time. */
let isOpen = false;

/** Wraps `fetch` for page-data requests. */
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
    if (mayStay && (!answer || isOfProxy(answer))) return isPost ? crashed() : endOnThisPage(init?.signal);
    isOpen = false;
    isPosted = isPost && answer!.status < 400;
    let warning = answer!.headers.get(pageWarningHeader);
    if (warning) showToast({ kind: 'warning', text: decodeURIComponent(warning) });
    return isPost && answer!.status >= 400 ? unlessThrown(answer!, address, init) : answer!;
  };
  keepFromReloading(ask);
}

/** A proxy's own error page while the dashboard is down. */
function isOfProxy(answer: Response): boolean {
  return answer.status >= 500 && !(answer.headers.get('content-type') ?? '').startsWith('text/x-script');
}

function crashed(): Response {
  showToast({ kind: 'warning', text: notReached });
  return emptyAnswer(503);
}

/** An action response without data. From status 400 on, Remix does not revalidate. */
function emptyAnswer(status: number): Response {
  return new Response('[{"_1":-5},"data"]\n', { status, headers: { 'content-type': 'text/x-script' } });
}

/**
 * A post that was rejected before its form was read: Remix would replace the page and lose the
 * typed values.
 */
async function unlessThrown(answer: Response, address: URL, sent?: RequestInit): Promise<Response> {
  let text = await answer.clone().text();
  if (!/^\[\{"_\d+":\d+\},"error"/.test(text)) return answer;
  let [, code = ''] = /"code","([\w-]+)"/.exec(text) ?? [];
  if (code === openedAsOther) return submitAsDocument(address, sent);
  let { status } = answer;
  let isPlain = [403, 429, 503].includes(status);
  showToast({
    kind: 'warning',
    text: code === 'under-maintenance' ? maintenanceTitle : isPlain ? failureText(status) : somethingWrong,
    ...(!isPlain && { detail: `${status} ${pageOf(address).pathname} ${code}` }),
  });
  return emptyAnswer(status);
}

/**
 * Resends a rejected form as a document request, as without scripts: the resulting page, which has
 * the typed values, needs the header of the person signed in now.
 */
function submitAsDocument(address: URL, { body, signal }: RequestInit = {}): Promise<Response> {
  let form = document.createElement('form');
  form.method = 'post';
  form.action = pageOf(address).href;
  let fields = body instanceof FormData ? body : new URLSearchParams(body as URLSearchParams);
  for (let [name, value] of fields) {
    let field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = String(value);
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  return nothingMore(signal);
}

function pageOf({ href }: URL): URL {
  let page = new URL(href);
  page.pathname = page.pathname.replace(/^\/_root\.data$|\.data$/, '') || '/';
  return page;
}

/** Cancels a navigation. */
function endOnThisPage(signal: AbortSignal | null | undefined): Promise<Response> {
  showToast({ kind: 'warning', text: notReached });
  let left = nothingMore(signal);
  dispatchEvent(new Event(stayEvent));
  return left;
}

/** Never resolves; Remix drops it on the next navigation. */
function nothingMore(signal: AbortSignal | null | undefined): Promise<Response> {
  return new Promise((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
}

/** Returns an unsubscribe function. */
function onStay(end: () => void): () => void {
  addEventListener(stayEvent, end);
  return () => removeEventListener(stayEvent, end);
}

interface Navigating extends Event {
  navigationType: string;
  userInitiated: boolean;
}

/**
 * Remix reloads when a page's code cannot be fetched, which shows the browser's error page while
 * offline. Reloads only if the server responds: to the requested page if there is one.
 */
function keepFromReloading(ask: typeof fetch): void {
  let navigation = (window as { navigation?: EventTarget }).navigation;
  let isSure = false;
  navigation?.addEventListener('navigate', (event) => {
    let { navigationType, userInitiated } = event as Navigating;
    let address = pendingAddress();
    let isOfFramework = isOpen || address !== undefined;
    if (navigationType !== 'reload' || userInitiated || !isOfFramework || isSure || !event.cancelable) return;
    event.preventDefault();
    void ask('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => {
        if (!ok) return;
        isSure = true;
        if (address === undefined) location.reload();
        else location.assign(address);
      },
      () => undefined,
    );
  });
}

/**
 * The URL being loaded, from the router: its code may be missing before the first render and after
 * the data has arrived.
 */
function pendingAddress(): string | undefined {
  let next = window.__remixRouter?.state.navigation;
  return next?.state === 'loading' ? next.location.pathname + next.location.search : undefined;
}

/** Navigating to a hash fetches nothing. */
const nowhere = '#page';

/** Cancels navigations whose data cannot be fetched. */
export function NavigationRollback() {
  let navigate = useNavigate();
  let { pathname, search, hash } = useLocation();
  useEffect(
    () =>
      onStay(() => {
        let here = pathname + search;
        // After Back, the URL is that of the other page, whose history entry stays.
        let replace = window.location.pathname + window.location.search === here;
        navigate(here + (hash || nowhere), { replace, preventScrollReset: true });
        if (!hash || hash === nowhere) history.replaceState(history.state, '', here);
      }),
    [navigate, pathname, search, hash],
  );
  return null;
}
