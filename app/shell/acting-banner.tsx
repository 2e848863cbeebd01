/**
 * The line below the header while a platform admin acts as somebody: whom, and the way back (spec
 * section 2).
 */
import { Form, Link } from '@remix-run/react';
import { type OwnerContext, paths } from '../paths';
import { Button } from '../ui/button';

/** Leads to the organization's edit page, or to the person's account. */
export function ActingBanner({ as: { tag, context } }: { as: OwnerContext }) {
  return (
    <aside aria-label="Acting as" className="border-b border-warn/40 bg-warn-soft">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm">
        <p className="min-w-0 flex-1 break-words">
          Acting as:{' '}
          <Link
            to={tag === 'organization' ? paths.organization(context) : paths.account()}
            className="font-semibold text-ink underline"
          >
            {context}
          </Link>
        </p>
        <Form method="post" action={paths.actingEnd()}>
          <Button type="submit" variant="outline" size="sm">
            Stop acting
          </Button>
        </Form>
      </div>
    </aside>
  );
}
