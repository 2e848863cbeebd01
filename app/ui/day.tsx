/** A day as text in the zone of the reader, the same on the server and in every browser. */
import { timeZone } from '../locale/look';

const formats: Record<string, Intl.DateTimeFormat> = {};

/** `iso` is a time, whose day is shown, `Mar 5, 2026`; or a day, which is the same in all zones. */
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
