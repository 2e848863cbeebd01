/**
 * A message after a redirect: rendered by the server with `role="status"`, then by sonner (top
 * center, 4 seconds).
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Toast } from '../text/messages';
import { toastMs } from '../locale/delays';
import { classes } from '../ui/class-names';
import { onToast } from '../text/toast-events';

/** Falls back to a plain toast while offline. */
const ToastStack = lazy(() =>
  import('./toast-stack').then(
    (m) => ({ default: m.ToastStack }),
    () => ({ default: PlainToast }),
  ),
);

const overThePage = 'fixed inset-x-4 top-(--toasts-top) z-50 mx-auto w-fit rounded-md noscript:static noscript:w-auto';

const looks: Record<Toast['kind'], string> = {
  success: 'border-good/40 bg-good-soft text-good',
  info: 'border-accent/40 bg-accent-soft text-accent-strong',
  warning: 'border-warn/40 bg-warn-soft text-warn',
  error: 'border-bad/40 bg-bad-soft text-bad',
};

interface ToastsProps {
  toast: Toast | null;
  /** False on pages without scripts, where the message is in the page flow. */
  scripted: boolean;
  development?: boolean | undefined;
}

export function Toasts({ toast, scripted, development = false }: ToastsProps) {
  let [taken, setTaken] = useState(false);
  let [said, setSaid] = useState<Toast | null>(null);
  useEffect(
    () =>
      onToast(({ kind, text, detail }) => setSaid({ kind, text: development && detail ? `${text}: ${detail}` : text })),
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

export function ToastLine({ toast: { kind, text }, className }: { toast: Toast; className?: string | false }) {
  return (
    <p role="status" className={classes('border px-4 py-2 text-center text-sm font-medium', looks[kind], className)}>
      {text}
    </p>
  );
}
