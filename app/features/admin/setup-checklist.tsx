import { Link } from '@remix-run/react';
import { Card } from '../../ui/card';
import { Icon } from '../../ui/icon';
import type { SetupItem } from './setup-checklist.server';

/** Nothing once all items are done. */
export function SetupChecklist({ items }: { items: readonly SetupItem[] }) {
  if (items.length === 0) return null;
  let done = items.filter(({ isDone }) => isDone).length;
  return (
    <Card title="Set up this installation" description={`${done} of ${items.length} done`} flush>
      <ul className="divide-y divide-line">
        {items.map(({ title, isDone, text, help }) => (
          <li key={title} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 sm:px-5">
            <Icon name={isDone ? 'check' : 'warning'} className={`size-5 ${isDone ? 'text-good' : 'text-warn'}`} />
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium">
                {title}
                <span className="sr-only">: {isDone ? 'done' : 'to do'}</span>
              </p>
              <p className="text-sm break-words text-muted">{text}</p>
            </div>
            {!isDone && (
              <Link to={help.to} className="text-sm text-accent underline">
                {help.label}
                <span className="sr-only">: {title}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
