/** Walks through a page by Tab alone, as somebody without a mouse does, and tells what went wrong on the way. */
import type { Page } from '@playwright/test';

/** What can be worked below an element: visible, enabled, and one of each group of radio buttons. */
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
  /** The element in focus, in words; null outside the page. */
  at: string | null;
  problem: string | null;
}

/** Looks at the element in focus: whether it is in view, and whether one sees that it is in focus. */
function lookAtFocus(below: string): Step {
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
  let problem = !isInView ? 'out of view' : !isSeen ? 'no focus style' : null;
  return { at, problem };
}

function leftOver(): string[] {
  return [...document.querySelectorAll('[data-awaited]')].map((element) => element.outerHTML.slice(0, 120));
}

/**
 * Every complaint about the page in view; empty where Tab reaches everything, visibly, starts at the skip link and gets out at the end.
 * With `inside`, only the page's own part is walked, from where the skip link leads; what surrounds it is the same on every page.
 */
export async function walkByTab(page: Page, inside = false): Promise<string[]> {
  let below = inside ? '#main' : 'body';
  if (inside) await page.locator(below).focus();
  let awaited = await page.evaluate(markReachable, below);
  let complaints: string[] = [];
  let trail: (string | null)[] = [];
  let isOut = false;
  for (let step = 0; step < awaited + 20 && !isOut; step += 1) {
    await page.keyboard.press('Tab');
    let { at, problem } = await page.evaluate(lookAtFocus, below);
    if (step === 0 && !inside && at !== 'a Skip to content') complaints.push(`starts at ${at ?? 'nothing'}`);
    if (problem) complaints.push(`${at}: ${problem}`);
    trail.push(at);
    // The browser goes round to the skip link, with or without a stop outside the page.
    isOut = at === null || (!inside && step > 0 && at === trail[0]);
  }
  if (!isOut) complaints.push(`the end is never reached: ${trail.join(' > ')}`);
  for (let rest of await page.evaluate(leftOver)) complaints.push(`not reached: ${rest}`);
  return complaints;
}
