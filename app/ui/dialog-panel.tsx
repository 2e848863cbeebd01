/**
 * Dialog on Ariakit: traps the focus, closes on Escape and on the backdrop. Loaded on demand by
 * dialog.tsx.
 */
import { Dialog, DialogDismiss, DialogHeading } from '@ariakit/react';
import type { ReactNode } from 'react';
import { Icon } from './icon';

interface DialogPanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function DialogPanel({ title, onClose, children }: DialogPanelProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      backdrop={<div className="bg-black/50" />}
      className="fixed inset-x-4 top-[10vh] z-50 mx-auto flex max-h-[80vh] max-w-lg flex-col gap-4 overflow-y-auto rounded-lg border border-line bg-surface p-5 text-ink shadow-xl"
    >
      <div className="flex items-start justify-between gap-4">
        <DialogHeading className="text-lg font-semibold break-words">{title}</DialogHeading>
        <DialogDismiss aria-label="Close" className="-m-1 rounded p-1 hover:bg-sunken">
          <Icon name="close" className="size-5" />
        </DialogDismiss>
      </div>
      {children}
    </Dialog>
  );
}
