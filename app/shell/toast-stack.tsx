/** Toasts by sonner. Loaded on demand by toasts.tsx. */
import { useEffect } from 'react';
import { toast as show, Toaster } from 'sonner';
import type { Toast } from '../text/messages';
import { toastMs } from '../locale/delays';

interface ToastStackProps {
  toast: Toast | null;
  /** Called once mounted, so that the server-rendered toast can go. */
  onTaken: () => void;
}

export function ToastStack({ toast, onTaken }: ToastStackProps) {
  useEffect(onTaken, [onTaken]);
  useEffect(() => {
    if (toast) show[toast.kind](toast.text, { id: toast.text });
  }, [toast]);
  return (
    <Toaster
      position="top-center"
      offset={{ top: 'var(--toasts-top)' }}
      mobileOffset={{ top: 'var(--toasts-top)' }}
      duration={toastMs}
      theme="system"
      toastOptions={{ style: { padding: '0.5rem 1rem', fontFamily: 'inherit' } }}
      richColors
      closeButton
    />
  );
}
