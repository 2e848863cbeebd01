import { Link, useLoaderData } from '@remix-run/react';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { DateTimeText } from '../../ui/moment';
import { PageTitle } from '../../ui/page-title';
import { MissingPart } from '../../ui/part';
import { Stack } from '../../ui/stack';
import type { AlertLine, readAlerts } from './alerts.server';
import { DestinationsCard } from './destination-list';

export function AlertsPage() {
  let { alerts, newAlert, destinations, added } = useLoaderData<typeof readAlerts>();
  let link = (
    <LinkButton to={newAlert} size="sm">
      New alert or report
    </LinkButton>
  );
  return (
    <Stack>
      <PageTitle
        title="Alerts"
        description={
          <>
            Get notified when something changes.{' '}
            <Link to={paths.docs('alerts')} className="text-accent underline">
              How alerts work
            </Link>
          </>
        }
      />
      {(alerts.length > 0 || destinations?.length !== 0) && (
        <Card title="Alerts and reports" actions={alerts.length > 0 && link}>
          {alerts.length === 0 ? (
            <EmptyState title="No alerts yet" action={link}>
              Alerts fire when something happens. Reports summarize a period.
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {alerts.map((alert) => (
                <AlertItem key={alert.id} {...alert} />
              ))}
            </ul>
          )}
        </Card>
      )}
      {destinations ? (
        <DestinationsCard destinations={destinations} added={added} />
      ) : (
        <MissingPart title="Destinations" />
      )}
    </Stack>
  );
}

function AlertItem({ page, pause, removal, kind, what, to, isPaused, lastSent }: AlertLine) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3 text-sm first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <Link to={page} className="text-accent underline">
            {kind}
          </Link>
          {isPaused && <Badge colour="yellow">Paused</Badge>}
        </p>
        <p className="break-words">{what}</p>
        {to !== null && <p className="break-words text-muted">To {to}</p>}
        <p className="text-muted">
          {lastSent ? (
            <>
              Last sent <DateTimeText iso={lastSent} />
            </>
          ) : (
            'Not sent yet'
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <PostForm action={pause} preventScrollReset>
          <input type="hidden" name="paused" value={isPaused ? 'no' : 'yes'} />
          <SubmitButton size="sm" variant="outline">
            {isPaused ? 'Resume' : 'Pause'}
            <span className="sr-only"> {what}</span>
          </SubmitButton>
        </PostForm>
        <PostForm action={removal} preventScrollReset>
          <SubmitButton size="sm" variant="danger-outline">
            Delete<span className="sr-only"> {what}</span>
          </SubmitButton>
        </PostForm>
      </div>
    </li>
  );
}
