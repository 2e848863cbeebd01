import { classes } from './class-names';

/** Without a label it is decorative. */
export function LoadingRing({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={classes('inline-flex', className)}>
      <svg viewBox="0 0 20 20" className="size-[1em] animate-spin" fill="none" strokeWidth="2.5" aria-hidden="true">
        <circle cx="10" cy="10" r="7.5" stroke="currentColor" opacity="0.25" />
        <path d="M10 2.5a7.5 7.5 0 017.5 7.5" stroke="currentColor" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** The large animation, whose 49 frames are in app.css. */
export function LoadingAnimation() {
  return (
    <div role="status" className="text-accent">
      <div className="loading-frames" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
