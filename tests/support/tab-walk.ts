/** Moves through a page by the Tab key, like a person without a mouse, and reports problems. */
import type { CDPSession, Page } from '@playwright/test';

/**
 * Marks and counts what can be focused below an element: visible, enabled, and one of each radio
 * group.
 */
function markReachable(below: string): number {
  let all = document
    .querySelector(below)!
    .querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]',
    );
  let radios = new Set<string>();
  let count = 0;
  for (let element of all) {
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled, [tabindex="-1"]'))
      continue;
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      if (radios.has(element.name)) continue;
      radios.add(element.name);
    }
    element.dataset.awaited = '';
    count += 1;
  }
  return count;
}

interface Step {
  /** A description of the focused element. Null outside the page. */
  at: string | null;
  problem: string | null;
}

interface Watched extends Window {
  /** The stops so far, including the last one. */
  tabWalk(): Step[];
}

/**
 * Checks every element that gets the focus: that it is in view and looks focused. Ends outside of
 * `below`.
 */
function watchFocus(below: string): void {
  let steps: Step[] = [];
  let isOut = false;
  let isOnTheWay = false;
  let look = (): Step => {
    let element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body || !element.closest(below))
      return { at: null, problem: null };
    let group = element instanceof HTMLInputElement && element.type === 'radio' ? element.name : null;
    let reached = group ? document.querySelectorAll<HTMLElement>(`input[name="${CSS.escape(group)}"]`) : [element];
    for (let one of reached) delete one.dataset.awaited;
    let at = `${element.localName} ${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}`;
    let { top, bottom, left, right, width, height } = element.getBoundingClientRect();
    let isInView = width > 0 && height > 0 && bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    let { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    let isSeen = (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
    return { at, problem: !isInView ? 'out of view' : !isSeen ? 'no focus style' : null };
  };
  let stop = () => {
    if (isOut || !isOnTheWay) return;
    let step = look();
    steps.push(step);
    isOnTheWay = false;
    // After its last stop the browser starts again at the skip link, or leaves the page first.
    isOut = step.at === null || (below === 'body' && steps.length > 1 && step.at === steps[0]?.at);
  };
  // A stop is checked at the next key, when it has the focus and is scrolled into view.
  addEventListener(
    'keydown',
    () => {
      stop();
      isOnTheWay = true;
    },
    { capture: true },
  );
  Object.assign(window, {
    tabWalk() {
      stop();
      return steps;
    },
  });
}

function notReached(): string[] {
  return [...document.querySelectorAll('[data-awaited]')].map((element) => element.outerHTML.slice(0, 120));
}

/** Presses Tab several times without waiting for the answers. */
async function pressTab(client: CDPSession, times: number): Promise<void> {
  let key = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  await Promise.all(
    Array.from({ length: times }).flatMap(() => [
      client.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...key }),
      client.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]),
  );
}

/** The tab stops of a page with `awaited` of them. The last one is null if Tab left the page. */
async function stepsThrough(page: Page, awaited: number): Promise<Step[]> {
  let client = await page.context().newCDPSession(page);
  let steps: Step[] = [];
  let most = awaited + 20;
  // Presses once for each stop and once to leave, then a few more times if that was not enough.
  for (let pressed = 0, times = awaited + 1; pressed < most; times = 5) {
    await pressTab(client, times);
    pressed += times;
    let before = steps.length;
    steps = await page.evaluate(() => (window as unknown as Watched).tabWalk());
    if (steps.length < before + times || steps.at(-1)?.at === null) break;
  }
  await client.detach();
  return steps;
}

/**
 * All problems of the page. There are none if Tab starts at the skip link, reaches everything
 * visibly and leaves the page. With `inside`, only the page's own part is checked, from the skip
 * link's target.
 */
export async function walkByTab(page: Page, inside = false): Promise<string[]> {
  let below = inside ? '#main' : 'body';
  if (inside) await page.locator(below).focus();
  let awaited = await page.evaluate(markReachable, below);
  await page.evaluate(watchFocus, below);
  let steps = await stepsThrough(page, awaited);
  let trail = steps.map(({ at }) => at);
  let complaints = steps.flatMap(({ at, problem }) => (problem ? [`${at}: ${problem}`] : []));
  let [first = null] = trail;
  if (!inside && first !== 'a Skip to content') complaints.unshift(`starts at ${first ?? 'nothing'}`);
  let last = trail.at(-1);
  let isOut = last === null || (!inside && trail.length > 1 && last === first);
  if (!isOut) complaints.push(`the end is never reached: ${trail.join(' > ')}`);
  for (let rest of await page.evaluate(notReached)) complaints.push(`not reached: ${rest}`);
  return complaints;
}
