/** One sentence after a redirect: printed by the server as a status, taken over by sonner once scripts run (top centre, 4 seconds). */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Toast } from '../messages';
import { classes } from '../ui/class-names';

const ToastStack = lazy(() => import('./toast-stack').then((m) => ({ default: m.ToastStack })));

const looks: Record<Toast['kind'], string> = {
  success: 'border-good/40 bg-good-soft text-good',
  info: 'border-accent/40 bg-accent-soft text-accent-strong',
  warning: 'border-warn/40 bg-warn-soft text-warn',
  error: 'border-bad/40 bg-bad-soft text-bad',
};

interface ToastsProps {
  toast: Toast | null;
  /** False on pages without scripts: the sentence then stands in the page instead of over it. */
  scripted: boolean;
}

export function Toasts({ toast, scripted }: ToastsProps) {
  let [taken, setTaken] = useState(false);
  let [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (toast) setWanted(true);
  }, [toast]);
  return (
    <>
      {toast && !taken && (
        <ToastLine
          toast={toast}
          className={scripted && 'fixed inset-x-4 top-4 z-50 mx-auto w-fit rounded-md noscript:static noscript:w-auto'}
        />
      )}
      {wanted && (
        <Suspense>
          <ToastStack toast={toast} onTaken={() => setTaken(true)} />
        </Suspense>
      )}
    </>
  );
}

/** A toast as the server prints it. */
export function ToastLine({ toast: { kind, text }, className }: { toast: Toast; className?: string | false }) {
  return (
    <p role="status" className={classes('border px-4 py-2 text-center text-sm font-medium', looks[kind], className)}>
      {text}
    </p>
  );
}
