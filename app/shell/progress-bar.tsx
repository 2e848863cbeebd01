/**
 * A line at the top edge while the next page is on its way; it appears only when that takes a
 * moment. A page that takes long gets the big animation.
 */
import { useNavigation } from '@remix-run/react';
import { longNavigationMs } from '../timings';
import { After } from '../ui/delayed';
import { LoadingAnimation } from '../ui/loading-animation';

export function ProgressBar() {
  let { state } = useNavigation();
  if (state === 'idle') return null;
  return (
    <>
      <div aria-hidden="true" className="fixed inset-x-0 top-0 z-50 h-0.5 overflow-hidden">
        <div className="h-full w-1/3 animate-[travel_1s_ease-in-out_200ms_infinite_both] bg-accent" />
      </div>
      {state === 'loading' && (
        <After ms={longNavigationMs}>
          <div className="pointer-events-none fixed top-1/2 left-1/2 z-50 -translate-1/2 rounded-lg border border-line bg-surface p-4 shadow-xl">
            <LoadingAnimation />
          </div>
        </After>
      )}
    </>
  );
}
