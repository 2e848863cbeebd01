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
import type { PixelView } from './pixels.server';

function PixelCard({ pixel, domains, snippet, address }: PixelView) {
  let level = importanceLevel(pixel.importance);
  let facts: Fact[] = [
    { label: 'Owner', value: pixel.owner },
    { label: 'Importance', value: <Badge colour={level.colour}>{level.label}</Badge> },
    { label: 'Created', value: <DateText iso={pixel.created_at} /> },
    { label: 'Package', value: pixel.package ? <PackageLink {...pixel.package} /> : 'None' },
    { label: 'Domains', value: domains.join(', ') },
  ];
  return (
    <Card title="Snippet">
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

interface CreatedProps {
  view: PixelView;
  tryLine: string;
  /** Unverified custom domains. */
  unverified: readonly string[];
  pointsTo: string;
  arrival: ReactNode;
}

export function CreatedPixel({ view, tryLine, unverified, pointsTo, arrival }: CreatedProps) {
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
      <PixelCard {...view} />
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
