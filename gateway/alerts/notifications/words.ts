/** Numbers and days of mails, alerts and reports, in English. */

/** `1,234`. */
export function number(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** `1 download`, `2 downloads`. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${Math.round(count) === 1 ? '' : 's'}`;
}

/** `+12 %`, `−3 %`; undefined where there was nothing before. */
export function changed({ now, before }: { now: number; before: number }): string | undefined {
  if (before === 0) return undefined;
  let percent = Math.round((Math.abs(now - before) / before) * 100);
  return `${now >= before ? '+' : '−'}${number(percent)} %`;
}

const weekdays = { weekday: 'long', timeZone: 'UTC' } as const;
const days = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;

/** `Monday`; `day` is `YYYY-MM-DD` or a time in milliseconds. */
export function weekdayOf(day: string | number): string {
  return new Date(day).toLocaleDateString('en-GB', weekdays);
}

/** `9 November`. */
export function dayInWords(day: string | number): string {
  return new Date(day).toLocaleDateString('en-GB', days);
}

/** `a`, `a and b`, `a, b and 3 more`. */
export function listed(names: readonly string[], max = names.length): string {
  let more = names.length - max;
  let shown = names.slice(0, max);
  if (more > 0) return `${shown.join(', ')} and ${number(more)} more`;
  let last = shown.at(-1) ?? '';
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last;
}
