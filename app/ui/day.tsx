/** A day as text, the same on the server and in every browser: UTC, fixed English locale. */
const format = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `iso` is a time; its UTC day is shown, `Mar 5, 2026`. */
export function Day({ iso }: { iso: string }) {
  return <time dateTime={iso}>{format.format(new Date(iso))}</time>;
}
