/** Values of a form that was opened under another identity, with the choice to send it anyway. */
import { Form, useParams } from '@remix-run/react';
import type { ErrorAnswer } from 'contract/api/error-answer';
import { openedAsField } from '../session/opened-as';
import type { NotSavedError } from '../session/opened-as.server';
import { Button } from '../ui/button';
import { useHere } from './use-page';

const untyped = new Set(['next', 'back']);

/**
 * Resends the form as the person signed in now; passwords must be typed again. The owner in the
 * path stays the same. A full page load: only that can show an API error here.
 */
export function NotSavedForm({ typed, openedAs }: Omit<NotSavedError, keyof ErrorAnswer>) {
  let here = useHere();
  let { owner } = useParams();
  if (typed.length === 0) return null;
  let shown = typed.filter(([name]) => !untyped.has(name));
  return (
    <Form method="post" action={here} reloadDocument className="flex max-w-full flex-col items-center gap-3">
      <input type="hidden" name={openedAsField} value={openedAs} />
      {typed.map(([name, value], i) => (
        <input key={i} type="hidden" name={name} value={value} />
      ))}
      {shown.length > 0 && (
        <dl
          aria-label="What you typed"
          className="grid max-h-96 max-w-full grid-cols-[auto_1fr] gap-x-4 gap-y-1 overflow-auto rounded-md border border-line bg-sunken p-4 text-left text-sm"
        >
          {shown.map(([name, value], i) => (
            <div key={i} className="contents">
              <dt className="text-muted">{labelOf(name)}</dt>
              <dd className="min-w-0 break-words whitespace-pre-wrap">{value || '–'}</dd>
            </div>
          ))}
        </dl>
      )}
      <Button type="submit">
        Send it as {openedAs}
        {owner !== undefined && `, for ${owner}`}
      </Button>
    </Form>
  );
}

const abbreviations: Record<string, string> = { url: 'URL', uri: 'URI', id: 'ID', ids: 'IDs', s3: 'S3', api: 'API' };

/** `outgoing_url` becomes `Outgoing URL`. */
function labelOf(name: string): string {
  let words = name.split('_').map((word) => abbreviations[word] ?? word);
  let text = words.join(' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
