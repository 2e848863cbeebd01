import { timeZone } from '../../locale/reader-format';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { clockTime } from '../../ui/clock';
import { Facts } from '../../ui/description-list';
import { Icon } from '../../ui/icon';
import { LoadingRing } from '../../ui/loading';
import type { FirstEventData } from './first-event.server';
import { AutoRefresh } from './auto-refresh';

interface ArrivalProps extends FirstEventData {
  report: string;
}

const everySeconds = 4;

export function FirstEventWatch({ first, problem, isWaiting, keepWaiting, thing, report }: ArrivalProps) {
  let word = thing === 'download' ? 'download' : 'page view';
  return (
    <div role="status" className="flex flex-col gap-4">
      {problem && <Unreachable problem={problem} />}
      {isWaiting && <AutoRefresh seconds={everySeconds} />}
      {first ? (
        <Card
          title={
            <span className="flex items-center gap-2">
              <Icon name="check" className="size-5 text-good" />
              First {word} received
            </span>
          }
          actions={<LinkButton to={report}>View analytics</LinkButton>}
        >
          <Facts
            facts={[
              { label: 'When', value: `${first.ago} (${clockTime(first.time)} ${timeZone()})` },
              { label: 'Client', value: first.client || 'Unknown' },
              { label: 'Country', value: first.country || 'Unknown' },
              ...(thing === 'download' ? [{ label: 'Version', value: first.version || 'Unknown' }] : []),
            ]}
          />
        </Card>
      ) : isWaiting ? (
        <Card
          title={
            <span className="flex items-center gap-2">
              <LoadingRing />
              Waiting for the first {word}
            </span>
          }
          description="Listening… this page updates automatically."
        />
      ) : (
        <Card
          title={`No ${word}s yet`}
          description="We stopped checking."
          actions={
            <LinkButton to={keepWaiting} variant="outline" preventScrollReset>
              Check again
            </LinkButton>
          }
        />
      )}
    </div>
  );
}

function Unreachable({ problem }: { problem: string }) {
  return (
    <AlertBox
      variant="warning"
      title="The gateway cannot be reached yet"
      action={
        <LinkButton to={`${paths.docs('operating')}#dns-and-tls`} variant="outline" size="sm">
          How to set it up
        </LinkButton>
      }
    >
      {problem} Administrators: set up DNS and TLS.
    </AlertBox>
  );
}
