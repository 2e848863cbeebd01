/** A time in words, with its day under the pointer. */
interface Moment {
  iso: string;
  /** `3 days ago`. */
  ago: string;
  /** `Mar 10, 2025`. */
  day: string;
}

export function MomentText({ moment }: { moment: Moment }) {
  return (
    <time dateTime={moment.iso} title={`${moment.day} (UTC)`} className="whitespace-nowrap">
      {moment.ago}
    </time>
  );
}
