/** A line at the top edge while the next page is on its way; it appears only when that takes a moment. */
import { useNavigation } from '@remix-run/react';

export function ProgressBar() {
  let { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
      <div className="h-full w-1/3 animate-[travel_1s_ease-in-out_200ms_infinite_both] bg-accent" />
    </div>
  );
}
