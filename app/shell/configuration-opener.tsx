/**
 * Ctrl/Cmd+I opens 'App Configuration' from every signed-in page (spec section 2). Only the key is
 * known here; the dialog and its list come when it is pressed.
 */
import { useLocation } from '@remix-run/react';
import { lazy, useEffect, useState } from 'react';
import { LazyPart } from '../ui/lazy-part';
import { useShortcut } from './shortcut';

const ConfigurationDialog = lazy(() =>
  import('./configuration-dialog').then((m) => ({ default: m.ConfigurationDialog })),
);

export function ConfigurationOpener() {
  let [isOpen, setIsOpen] = useState(false);
  let { key } = useLocation();
  useEffect(() => setIsOpen(false), [key]);
  useShortcut('i', () => setIsOpen(true));
  return (
    isOpen && (
      <LazyPart>
        <ConfigurationDialog onClose={() => setIsOpen(false)} />
      </LazyPart>
    )
  );
}
