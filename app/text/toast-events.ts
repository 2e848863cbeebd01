/** Toasts that scripts of a page show, on their way to the stack of toasts in the root. */
import type { Toast } from './messages';

const name = 'toast-said';

export interface ToastEvent extends Toast {
  /** For developers: outside production it is appended to the text. */
  detail?: string;
}

/** Shows a toast on the page that is open. */
export function showToast(toast: ToastEvent): void {
  dispatchEvent(new CustomEvent(name, { detail: toast }));
}

/** Calls `hear` with each toast from now on; returns a function that stops it. */
export function onToast(hear: (toast: ToastEvent) => void): () => void {
  let listen = (event: Event) => hear((event as CustomEvent<ToastEvent>).detail);
  addEventListener(name, listen);
  return () => removeEventListener(name, listen);
}
