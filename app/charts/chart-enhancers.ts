/**
 * Client-side enhancements of a chart: arrow keys, tap for the tooltip, drag to select days,
 * navigation without a reload.
 */

type Navigate = (to: string, how: { preventScrollReset: boolean }) => void;

const watched = new WeakSet<HTMLElement>();

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** Idempotent. */
export function enhanceChart(chart: HTMLElement, navigate: Navigate): void {
  if (watched.has(chart)) return;
  watched.add(chart);
  chart.classList.add('watched');
  let go = (to: string) => navigate(to, { preventScrollReset: true });
  chart.addEventListener('keydown', stepByKey);
  let isShown = true;
  chart.addEventListener('pointerdown', (event) => {
    isShown = event.pointerType !== 'touch' || pointOf(event) === document.activeElement;
    if (event.pointerType === 'mouse' && event.button === 0) drag(chart, pointOf(event), go);
  });
  chart.addEventListener('dragstart', (event) => event.preventDefault());
  chart.addEventListener('click', (event) => {
    let link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.hasAttribute('download') || event.button !== 0 || isModified(event)) return;
    event.preventDefault();
    if (pointOf(event) && !isShown) link.focus();
    else go(link.getAttribute('href')!);
  });
}

function stepByKey(event: KeyboardEvent): void {
  let point = pointOf(event);
  let step = steps[event.key];
  if (!point || !step || isModified(event)) return;
  event.preventDefault();
  let all = pointsAround(point);
  let next = all[step(all.indexOf(point), all.length - 1)];
  if (!next) return;
  point.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

/** Highlights the dragged range, then opens its report. */
function drag(chart: HTMLElement, first: HTMLElement | null, go: (to: string) => void): void {
  if (!(first instanceof HTMLAnchorElement)) return;
  let chosen = [first];
  let move = (event: PointerEvent) => {
    let last = pointOf(event);
    if (!(last instanceof HTMLAnchorElement) || last.parentElement !== first.parentElement) return;
    let all = pointsAround(first).filter((point) => point instanceof HTMLAnchorElement);
    let [from, to] = [all.indexOf(first), all.indexOf(last)].sort((a, b) => a - b);
    chosen = all.slice(from, to! + 1);
    for (let point of all) point.classList.toggle('chosen', chosen.length > 1 && chosen.includes(point));
  };
  chart.addEventListener('pointermove', move);
  addEventListener(
    'pointerup',
    () => {
      chart.removeEventListener('pointermove', move);
      for (let point of chosen) point.classList.remove('chosen');
      if (chosen.length > 1) go(rangeOf(chosen[0]!, chosen.at(-1)!));
    },
    { once: true },
  );
}

function rangeOf(first: HTMLAnchorElement, last: HTMLAnchorElement): string {
  let url = new URL(first.href);
  url.searchParams.set('to', new URL(last.href).searchParams.get('to')!);
  return url.pathname + url.search;
}

function pointOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('.points > *') : null;
}

function pointsAround(point: HTMLElement): HTMLElement[] {
  return [...point.parentElement!.children].filter((one) => one instanceof HTMLElement);
}

function isModified({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent | MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey;
}
