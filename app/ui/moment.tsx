/** A time as text, the same on the server and in every browser: UTC, fixed English locale. */
const format = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

/** `iso` is a time, shown as `Mar 5, 2026, 14:03 UTC`. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="whitespace-nowrap">
      {format.format(new Date(iso))} UTC
    </time>
  );
}
