import type { ReactNode } from 'react';
import { Link } from '@remix-run/react';
import { importanceLevel } from '../../text/labels';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { DateText } from '../../ui/day';
import { type Fact, Facts } from '../../ui/description-list';
import { PackageIcon } from '../../ui/package-icon';
import type { PixelView } from './pixels.server';

interface PixelCardProps extends PixelView {
  mayChange: boolean;
}

function PixelCard({ pixel, domains, snippet, address, mayChange }: PixelCardProps) {
  let level = importanceLevel(pixel.importance);
  let facts: Fact[] = [
    { label: 'Owner', value: pixel.owner },
    { label: 'Importance', value: <Badge colour={level.colour}>{level.label}</Badge> },
    { label: 'Created', value: <DateText iso={pixel.created_at} /> },
    { label: 'Package', value: pixel.package ? <PackageLink {...pixel.package} /> : 'None' },
    { label: 'Domains', value: domains.join(', ') },
  ];
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <PackageIcon type="pixel" decorative />
          <span className="min-w-0 break-words">{pixel.name}</span>
        </span>
      }
      description={pixel.short_description}
      actions={<PixelActions owner={pixel.owner} id={pixel.id} name={pixel.name} mayChange={mayChange} />}
    >
      <div className="flex flex-col gap-3">
        <Facts facts={facts} />
        <Copied label="ID" text={pixel.id} name={pixel.name} />
        <Copied label="Snippet" text={snippet} name={pixel.name} />
        <Copied label="URL" text={address} name={pixel.name} />
      </div>
    </Card>
  );
}

function PackageLink({ owner, type, name }: { owner: string; type: string; name: string }) {
  return (
    <Link to={paths.package(owner, type, name)} className="wrap-anywhere text-accent underline">
      {name}
    </Link>
  );
}

function Copied({ label, text, name }: { label: string; text: string; name: string }) {
  return (
    <div>
      <p className="mb-1 text-sm text-muted">{label}</p>
      <CopyText text={text} label={`${label} of ${name}`} wrap />
    </div>
  );
}

interface ActionsProps {
  owner: string;
  id: string;
  name: string;
  mayChange: boolean;
}

function PixelActions({ owner, id, name, mayChange }: ActionsProps) {
  let of = <span className="sr-only"> {name}</span>;
  return (
    <>
      <LinkButton to={paths.analytics(owner, { pixel: id })} variant="outline" size="sm">
        View analytics{of}
      </LinkButton>
      {mayChange && (
        <>
          <LinkButton to={paths.pixelEdit(owner, id)} variant="outline" size="sm">
            Edit{of}
          </LinkButton>
          <LinkButton to={paths.pixelDelete(owner, id)} variant="danger-outline" size="sm">
            Delete{of}
          </LinkButton>
        </>
      )}
    </>
  );
}

interface CreatedProps {
  view: PixelView;
  tryLine: string;
  /** Unverified custom domains. */
  unverified: readonly string[];
  pointsTo: string;
  mayChange: boolean;
  arrival: ReactNode;
}

export function CreatedPixel({ view, tryLine, unverified, pointsTo, mayChange, arrival }: CreatedProps) {
  let { owner, id } = view.pixel;
  return (
    <div className="flex flex-col gap-4">
      <p>
        Paste this anywhere in your page’s <code>&lt;body&gt;</code>. No cookies, nothing visible.
      </p>
      {unverified.length > 0 && (
        <AlertBox
          variant="warning"
          title="One more step: verify your domain"
          action={
            <LinkButton to={paths.pixelEdit(owner, id)} variant="outline" size="sm">
              All DNS records
            </LinkButton>
          }
        >
          Point a CNAME for <b className="wrap-anywhere">{unverified.join(', ')}</b> at{' '}
          <b className="wrap-anywhere">{pointsTo}</b>. Until it is verified, the snippet uses the default host.
        </AlertBox>
      )}
      <PixelCard {...view} mayChange={mayChange} />
      <Card title="Try it now" description="Run this to record a test page view.">
        <CopyText text={tryLine} label="test command" wrap />
      </Card>
      {arrival}
      <div className="flex flex-wrap gap-2">
        <LinkButton to={paths.pixels(owner)}>View pixels</LinkButton>
        <LinkButton to={paths.analytics(owner, { pixel: id })} variant="outline">
          View analytics
        </LinkButton>
        <LinkButton to={paths.newPixel(owner)} variant="outline">
          Create another pixel
        </LinkButton>
      </div>
    </div>
  );
}
