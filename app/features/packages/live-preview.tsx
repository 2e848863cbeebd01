/** Shows beside a form what it will lead to: from the server's HTML at first, then at every key. */
import { type SubmissionResult, useFormMetadata } from '@conform-to/react';
import { type FormEvent, useState } from 'react';
import { SubmitButton } from '../../forms/submit';
import { useHydrated } from '../../ui/hydrated';
import { Icon } from '../../ui/icon';
import type { Preview, Typed } from './preview';

/**
 * The fields of a form as they stand, and the handler that keeps them so; give it to the form's
 * `onInput`.
 */
export function useTyped(lastResult: SubmissionResult<string[]> | undefined, defaults: Typed) {
  let [typed, setTyped] = useState<Typed>((lastResult?.initialValue as Typed | undefined) ?? defaults);
  let onInput = (event: FormEvent<HTMLFormElement>) =>
    setTyped(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
  return { typed, onInput };
}

interface LivePreviewProps {
  preview: Preview;
  /** The sentence before the command. */
  lead: string;
  /** What to do while there is nothing to show. */
  waiting: string;
}

/** A path that was refused says on its field what is wrong; it is not said again here. */
export function LivePreview({ preview, lead, waiting }: LivePreviewProps) {
  let isRefused = Boolean(useFormMetadata().allErrors.incoming_path);
  return (
    <section
      aria-label="Preview"
      className="flex flex-col gap-2 rounded-md border border-dashed border-line-strong p-3 text-sm"
    >
      {preview.text ? (
        <>
          <p>{lead}</p>
          <code className="block rounded-md bg-sunken px-3 py-1.5 font-mono text-[0.8125rem] break-all">
            {preview.text}
          </code>
          {preview.effect && <p className="break-words text-muted">{preview.effect}</p>}
        </>
      ) : (
        <p className="text-muted">{waiting}</p>
      )}
      {(isRefused ? [] : preview.warnings).map((warning) => (
        <p key={warning} className="flex gap-2 text-warn">
          <Icon name="warning" className="mt-0.5 size-4" />
          {warning}
        </p>
      ))}
    </section>
  );
}

/**
 * Where no script refreshes the preview, a button asks the server for it. Stands after the form's
 * own button, which Enter presses.
 */
export function PreviewButton() {
  let hydrated = useHydrated();
  if (hydrated) return null;
  return (
    <SubmitButton variant="outline" name="preview" value="yes">
      Preview
    </SubmitButton>
  );
}
