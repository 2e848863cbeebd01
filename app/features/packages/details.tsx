import type { Package } from 'contract/packages/packages';
import type { TrackingPixel } from 'contract/packages/pixels';
import { Link } from '@remix-run/react';
import type { PackageCommand } from '../../gateway/gateway-addresses';
import { importanceLevel } from '../../text/labels';
import { paths } from '../../links/paths';
import type { SharedReportQuery } from '../../links/query-parameters';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { DateText } from '../../ui/day';
import { type Fact, Facts } from '../../ui/description-list';
import { TableCell, TableRow, Table } from '../../ui/table';
import { registryLabel } from './types/image-reference';
import type { InstallMethod } from './types/install-methods';
import { typeLabel } from '../../text/type-label';

interface CommandCardProps {
  command: PackageCommand | null;
  /** Alternatives to the command. */
  ways: readonly InstallMethod[];
  tryLine: string | null;
}

export function CommandCard({ command, ways, tryLine }: CommandCardProps) {
  if (!command) return null;
  return (
    <Card title={command.label} description="Use this in your docs.">
      <div className="flex flex-col gap-3">
        <CopyText text={command.text} label={command.label.toLowerCase()} wrap />
        <Ways ways={ways} shown={command.text} />
        {tryLine && <TryLine line={tryLine} />}
      </div>
    </Card>
  );
}

/** The first is expanded. `shown`: the command that is already on the page. */
function Ways({ ways, shown }: { ways: readonly InstallMethod[]; shown: string }) {
  return ways.map(({ title, description, texts }, i) => (
    <details key={title} open={i === 0} className="text-sm">
      <summary className="cursor-pointer font-medium">{title}</summary>
      <p className="mt-1 text-muted">{description}</p>
      <dl className="mt-2 flex flex-col gap-2">
        {texts
          .filter(({ text }) => text !== shown)
          .map(({ label, text }) => (
            <div key={label}>
              <dt className="text-muted">{label}</dt>
              <dd>
                <CopyText text={text} label={`${label}: ${title}`} wrap />
              </dd>
            </div>
          ))}
      </dl>
    </details>
  ));
}

function TryLine({ line }: { line: string }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">Try it now</summary>
      <div className="mt-2 flex flex-col gap-1">
        <CopyText text={line} label="test command" wrap />
        <p className="text-muted">Run this to record a test download.</p>
      </div>
    </details>
  );
}

interface PackageFactsProps {
  item: Package;
  kept: SharedReportQuery;
  features: readonly string[];
  /** Such as "2 withdrawn"; empty without a withdrawn or deprecated one. */
  versions: string;
  mayChange: boolean;
}

export function PackageFacts({ item, kept, features, versions, mayChange }: PackageFactsProps) {
  let { owner, type, name } = item;
  let level = importanceLevel(item.importance);
  let marked = versions && (
    <Link to={paths.packageVersions(owner, type, name, kept)} className="text-accent underline">
      {versions}
    </Link>
  );
  let facts: Fact[] = [
    { label: 'Owner', value: owner },
    { label: 'Package type', value: typeLabel(type) },
    ...optionalFact('Backend registry', item.backend_registry && registryLabel(item.backend_registry)),
    ...optionalFact('Repository', item.repository_name),
    ...optionalFact('Backend registry', item.repository_url?.replace(/\.json\/$/, '.json')),
    ...optionalFact('Catch-all target', item.catch_all_redirect_target_domain),
    ...optionalFact('Versions', marked),
    { label: 'Importance', value: <Badge colour={level.colour}>{level.label}</Badge> },
    { label: 'Company matching', value: item.track_companies ? 'On' : 'Off' },
    ...optionalFact('Website', item.website && <Website address={item.website} />),
    ...optionalFact('Features', features.join(', ')),
    { label: 'Created', value: <DateText iso={item.created_at} /> },
    { label: 'Changed', value: <DateText iso={item.updated_at} /> },
  ];
  return (
    <Card
      title="Details"
      actions={
        mayChange && (
          <LinkButton to={paths.packageEdit(owner, type, name)} variant="outline" size="sm">
            Edit
          </LinkButton>
        )
      }
    >
      <Facts facts={facts} />
      {item.long_description && <p className="mt-4 max-w-prose text-sm whitespace-pre-line">{item.long_description}</p>}
    </Card>
  );
}

function optionalFact(label: string, value: Fact['value']): Fact[] {
  return value ? [{ label, value }] : [];
}

function Website({ address }: { address: string }) {
  return (
    <a
      href={address}
      rel="noopener noreferrer nofollow"
      target="_blank"
      className="wrap-anywhere text-accent underline"
    >
      {address}
    </a>
  );
}

interface PixelsProps {
  item: Package;
  pixels: readonly TrackingPixel[];
  mayChange: boolean;
  /** Shared with the reader, who then has no access to the owner's reports. */
  isShared: boolean;
  kept: SharedReportQuery;
}

export function PackagePixels({ item, pixels, mayChange, isShared, kept }: PixelsProps) {
  return (
    <Card
      title="Pixels"
      description="Count the readers of this package’s documentation."
      flush={pixels.length > 0}
      actions={
        mayChange && (
          <LinkButton to={paths.newPixel(item.owner, item.id)} variant="outline" size="sm">
            + Create pixel
          </LinkButton>
        )
      }
    >
      {pixels.length === 0 ? (
        <p className="text-sm text-muted">None yet</p>
      ) : (
        <Table
          caption="Tracking pixels"
          columns={[
            { label: 'Name' },
            { label: 'Owner' },
            { label: 'Created' },
            { label: 'Analytics', hiddenLabel: true },
          ]}
        >
          {pixels.map((pixel) => (
            <TableRow key={pixel.id}>
              <TableCell rowHeader>{pixel.name}</TableCell>
              <TableCell>{pixel.owner}</TableCell>
              <TableCell>
                <DateText iso={pixel.created_at} />
              </TableCell>
              <TableCell numeric>
                {!isShared && (
                  <LinkButton
                    to={paths.analytics(pixel.owner, { ...kept, pixel: pixel.id })}
                    variant="outline"
                    size="xs"
                  >
                    View analytics
                  </LinkButton>
                )}
              </TableCell>
            </TableRow>
          ))}
        </Table>
      )}
    </Card>
  );
}
