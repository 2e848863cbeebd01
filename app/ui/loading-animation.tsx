/**
 * The big sign of a long wait: the 49 frames of app.css, and words for those who do not see them.
 */

export function LoadingAnimation() {
  return (
    <div role="status" className="text-accent">
      <div className="loading-frames" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
