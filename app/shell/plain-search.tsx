/** Search field that submits to the search page, until the dialog's code is loaded. */
import { Form } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import { useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { searchIsPlain } from '../config/browser-messages';
import { PreservedParams } from '../forms/preserved-params';
import { paths } from '../links/paths';
import { Icon } from '../ui/icon';
import { usePreservedQuery } from './use-page';

interface PlainSearchProps {
  owner: string;
  /** The code cannot be loaded. */
  isAll: boolean;
  onType: (text: string) => void;
  onClose: () => void;
}

/** Same layout as search-dialog.tsx, which replaces it. */
export function PlainSearch({ owner, isAll, onType, onClose }: PlainSearchProps) {
  let dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    let shown = dialog.current!;
    shown.showModal();
    // At once, so that a shortcut pressed right after it opens the search again.
    let closed = () => flushSync(onClose);
    shown.addEventListener('close', closed);
    // Restores the focus for the dialog that replaces it.
    return () => {
      shown.removeEventListener('close', closed);
      shown.close();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- It opens once.
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label="Search"
      className="fixed inset-x-4 top-[10vh] mx-auto w-auto max-w-xl rounded-lg border border-line bg-surface text-ink shadow-xl backdrop:bg-black/50"
    >
      <Form method="get" action={paths.searchPage()} role="search" className="flex items-center gap-3 px-4">
        <input type="hidden" name="owner" value={owner} />
        <PreservedParams kept={usePreservedQuery()} />
        <Icon name="search" className="size-5 text-muted" />
        <input
          name="q"
          autoComplete="off"
          aria-label={`Search in ${owner}`}
          placeholder="Packages, companies, pages, actions; ? for help"
          maxLength={limits.searchQueryMax}
          onChange={(event) => onType(event.target.value)}
          className="min-h-13 min-w-0 flex-1 bg-transparent outline-none"
        />
        <button
          type="button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
          className="rounded p-1 hover:bg-sunken"
        >
          <Icon name="close" className="size-5" />
        </button>
      </Form>
      {isAll && (
        <p role="status" className="border-t border-line px-4 py-2 text-sm text-muted">
          {searchIsPlain}
        </p>
      )}
    </dialog>
  );
}
