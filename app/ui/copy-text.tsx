/** A command or address to copy: selectable text, with a Copy button once scripts run. */
import { useState } from 'react';
import { classes } from './class-names';
import { useHydrated } from 'remix-utils/use-hydrated';
import { Icon } from './icon';

interface CopyTextProps {
  text: string;
  /** Name of the text, for the button's label: "Copy pull command". */
  label: string;
  /** Breaks long text into lines instead of scrolling. */
  wrap?: boolean;
}

export function CopyText({ text, label, wrap = false }: CopyTextProps) {
  let hydrated = useHydrated();
  let [copied, setCopied] = useState(false);
  let copy = async () => {
    setCopied(await writeClipboard(text));
  };
  return (
    <div className="flex min-w-0 items-stretch rounded-md border border-line bg-sunken text-sm">
      <code
        translate="no"
        tabIndex={wrap ? undefined : 0}
        className={classes(
          'min-w-0 flex-1 px-3 py-1.5 font-mono text-[0.8125rem] select-all',
          wrap ? 'whitespace-pre-wrap [overflow-wrap:anywhere]' : 'overflow-x-auto whitespace-pre',
        )}
      >
        {text}
      </code>
      {hydrated && (
        <button
          type="button"
          onClick={copy}
          onBlur={() => setCopied(false)}
          aria-label={`Copy ${label}`}
          className="flex items-center gap-1.5 rounded-r-md border-l border-line px-3 text-xs font-medium hover:bg-surface"
        >
          <Icon name={copied ? 'check' : 'copy'} />
          <span aria-live="polite" className="max-sm:sr-only">
            {copied ? 'Copied' : 'Copy'}
          </span>
        </button>
      )}
    </div>
  );
}

/**
 * False where the browser refuses, as on plain http away from localhost: the text stays selectable.
 */
async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
