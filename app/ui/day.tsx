/** Date in the reader's time zone; same output on server and client. */
import { timeZone } from '../locale/reader-format';

const formats: Record<string, Intl.DateTimeFormat> = {};

/** `iso`: a time, or a day, which is the same in every time zone. Shown as `Mar 5, 2026`. */
export function DateText({ iso }: { iso: string }) {
  let zone = iso[10] ? timeZone() : 'UTC';
  formats[zone] ??= new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: zone,
  });
  return <time dateTime={iso}>{formats[zone].format(new Date(iso))}</time>;
}
