import { Link, useLoaderData } from '@remix-run/react';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { PageTitle } from '../../ui/page-title';
import { Stack } from '../../ui/stack';
import type { readShareLinks, ShareLine } from './share-links.server';

export function ShareLinksPage() {
  let { working, ended, isForbidden, newLink } = useLoaderData<typeof readShareLinks>();
  let link = !isForbidden && (
    <LinkButton to={newLink} size="sm">
      New share link
    </LinkButton>
  );
  return (
    <Stack>
      <PageTitle
        title="Share links"
        description={
          <>
            Anyone with the link can view.{' '}
            <Link to={paths.docs('sharing')} className="text-accent underline">
              What they show
            </Link>
          </>
        }
      />
      {isForbidden && <SharingForbidden />}
      <Card title={working.length > 0 && 'Active'} actions={working.length > 0 && link}>
        {working.length === 0 ? (
          <EmptyState title="No share links yet" action={link}>
            Share any report from its Share button.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {working.map((line) => (
              <Line key={line.id} {...line} />
            ))}
          </ul>
        )}
      </Card>
      {ended.length > 0 && (
        <Card title="Revoked or expired" description="These links no longer work.">
          <ul className="divide-y divide-line">
            {ended.map((line) => (
              <Line key={line.id} {...line} />
            ))}
          </ul>
        </Card>
      )}
    </Stack>
  );
}

export function SharingForbidden() {
  return (
    <AlertBox variant="info" title="Sharing is off for this organization.">
      Existing links do not work. Owners can enable sharing in the settings.
    </AlertBox>
  );
}

function Line(line: ShareLine) {
  let { page, title, about, shows, expires, hasPassword, endedAt, hasExpired, viewedAt, createdBy } = line;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {endedAt ? (
            <span className="break-words">{title}</span>
          ) : (
            <Link to={page} className="break-words text-accent underline">
              {title}
            </Link>
          )}
          {hasPassword && <Badge>Password</Badge>}
        </p>
        <p className="break-words">{about}</p>
        <p className="break-words text-muted">Shows {shows}</p>
        <p className="text-muted">
          {createdBy && `By ${createdBy}. `}
          {endedAt ? (
            <>
              {hasExpired ? 'Expired' : 'Revoked'} <DateTimeText iso={endedAt} />
            </>
          ) : (
            <>
              Expires: {expires}.{' '}
              {viewedAt ? (
                <>
                  Last opened <DateTimeText iso={viewedAt} />
                </>
              ) : (
                'Not opened yet'
              )}
            </>
          )}
        </p>
      </div>
      {!endedAt && (
        <LinkButton to={`${page}/end`} size="sm" variant="danger-outline">
          Revoke<span className="sr-only"> {title}</span>
        </LinkButton>
      )}
    </li>
  );
}
