/** Date and time in the reader's time zone; same output on server and client. */
import { timeZone } from '../locale/reader-format';

const formats: Record<string, Intl.DateTimeFormat> = {};

/** `Mar 5, 2026, 14:03 UTC`. */
export function DateTimeText({ iso }: { iso: string }) {
  let zone = timeZone();
  formats[zone] ??= new Intl.DateTimeFormat('en', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  });
  return (
    <time dateTime={iso}>
      <span className="whitespace-nowrap">{formats[zone].format(new Date(iso))}</span> {zone}
    </time>
  );
}
