/**
 * One sentence after a redirect: printed by the server as a status, taken over by sonner once
 * scripts run (top centre, 4 seconds).
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Toast } from '../text/messages';
import { toastMs } from '../locale/timings';
import { classes } from '../ui/class-names';
import { onSaid } from '../text/said';

/**
 * Without a connection the stack cannot be fetched; the sentence then stands at the top as the
 * server prints one.
 */
const ToastStack = lazy(() =>
  import('./toast-stack').then(
    (m) => ({ default: m.ToastStack }),
    () => ({ default: PlainToast }),
  ),
);

const overThePage = 'fixed inset-x-4 top-4 z-50 mx-auto w-fit rounded-md noscript:static noscript:w-auto';

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
  /** Whether details for developers are shown. */
  development?: boolean | undefined;
}

export function Toasts({ toast, scripted, development = false }: ToastsProps) {
  let [taken, setTaken] = useState(false);
  let [said, setSaid] = useState<Toast | null>(null);
  useEffect(
    () =>
      onSaid(({ kind, text, detail }) => setSaid({ kind, text: development && detail ? `${text}: ${detail}` : text })),
    [development],
  );
  useEffect(() => setSaid(toast), [toast]);
  return (
    <>
      {toast && !taken && <ToastLine toast={toast} className={scripted && overThePage} />}
      <Wanted said={said} onTaken={() => setTaken(true)} />
    </>
  );
}

/** The stack of toasts, from the first one on. */
function Wanted({ said, onTaken }: { said: Toast | null; onTaken: () => void }) {
  let [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (said) setIsWanted(true);
  }, [said]);
  if (!isWanted) return null;
  return (
    <Suspense>
      <ToastStack toast={said} onTaken={onTaken} />
    </Suspense>
  );
}

/** One toast without the stack, for as long as any. */
function PlainToast({ toast, onTaken }: { toast: Toast | null; onTaken: () => void }) {
  let [shown, setShown] = useState<Toast | null>(null);
  useEffect(onTaken, [onTaken]);
  useEffect(() => {
    setShown(toast);
    let timer = setTimeout(() => setShown(null), toastMs);
    return () => clearTimeout(timer);
  }, [toast]);
  return shown && <ToastLine toast={shown} className={overThePage} />;
}

/** A toast as the server prints it. */
export function ToastLine({ toast: { kind, text }, className }: { toast: Toast; className?: string | false }) {
  return (
    <p role="status" className={classes('border px-4 py-2 text-center text-sm font-medium', looks[kind], className)}>
      {text}
    </p>
  );
}
