/** AI agents by purpose and by name, and what they fetched. */
import { Link } from '@remix-run/react';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';
import { RowLink } from '../../ui/row-link';
import { Table, TableCell, TableRow } from '../../ui/table';
import type { AiAgentsData } from './ai-agents.server';

interface AiAgentsReportProps {
  found: AiAgentsData;
  /** Names of the purposes, in the order of the counts of an artifact. */
  purposeLabels: readonly string[];
  file: string;
}

export function AiAgentsReport({ found, purposeLabels, file }: AiAgentsReportProps) {
  if (found.agents.length === 0)
    return (
      <Card>
        <EmptyState title="No AI agents yet">
          Assistants, coding agents and AI crawlers that name themselves appear here.
        </EmptyState>
      </Card>
    );
  return (
    <>
      <PurposeCard {...found} />
      <AgentCard {...found} file={file} />
      <PageCard {...found} />
      <ArtifactCard {...found} purposeLabels={purposeLabels} />
    </>
  );
}

function countColumns(hasViews: boolean) {
  let downloads = { label: 'Downloads', numeric: true };
  return hasViews ? [downloads, { label: 'Views', numeric: true }] : [downloads];
}

function PurposeCard({ purposes, hasViews }: AiAgentsData) {
  return (
    <Card title="Purposes" flush>
      <Table caption="AI agents by purpose" columns={[{ label: 'Purpose' }, ...countColumns(hasViews)]}>
        {purposes.map(({ label, explanation, downloads, views }) => (
          <TableRow key={label}>
            <TableCell rowHeader>
              {label}
              <span className="block text-xs font-normal text-muted">{explanation}</span>
            </TableCell>
            <TableCell numeric>{downloads}</TableCell>
            {hasViews && <TableCell numeric>{views}</TableCell>}
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

function AgentCard({ agents, hasViews, file }: AiAgentsData & { file: string }) {
  let columns = [{ label: 'Agent' }, { label: 'Company' }, { label: 'Purpose' }, ...countColumns(hasViews)];
  return (
    <Card
      title="Agents"
      flush
      actions={
        <a href={file} download className="text-sm text-accent underline">
          Download CSV
        </a>
      }
    >
      <Table caption="AI agents, the most active first" columns={columns}>
        {agents.map(({ name, to, company, purpose, downloads, views }) => (
          <TableRow key={name + purpose}>
            <TableCell rowHeader>
              <RowLink to={to}>{name}</RowLink>
            </TableCell>
            <TableCell>{company}</TableCell>
            <TableCell>{purpose}</TableCell>
            <TableCell numeric>{downloads}</TableCell>
            {hasViews && <TableCell numeric>{views}</TableCell>}
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

function PageCard({ pages }: AiAgentsData) {
  if (pages.length === 0) return null;
  return (
    <Card
      title="Pages"
      description={
        <>
          Pages with a pixel that AI agents opened.{' '}
          <Link to={`${paths.docs('ai-agents')}#texts-for-agents-and-broken-links`} className="text-accent underline">
            Find broken links
          </Link>
        </>
      }
      flush
    >
      <Table caption="Pages, the most opened first" columns={[{ label: 'Page' }, { label: 'Views', numeric: true }]}>
        {pages.map(({ page, to, views }) => (
          <TableRow key={page}>
            <TableCell rowHeader className="wrap-anywhere">
              <RowLink to={to}>{page}</RowLink>
            </TableCell>
            <TableCell numeric>{views}</TableCell>
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

function ArtifactCard({ artifacts, purposeLabels }: AiAgentsData & { purposeLabels: readonly string[] }) {
  let counts = ['People', ...purposeLabels].map((label) => ({ label, numeric: true }));
  return (
    <Card
      title="Packages and pixels"
      description="What AI agents fetched, next to people. CI, automation and other bots are not listed."
      flush
    >
      <Table
        caption="Packages and pixels, those that AI agents fetched most first"
        columns={[{ label: 'Name' }, ...counts]}
      >
        {artifacts.map(({ id, name, to, isPixel, agents, people, counts: own }) => (
          <TableRow key={id}>
            <TableCell rowHeader>
              <RowLink to={to}>{name}</RowLink> {isPixel && <Badge>Pixel</Badge>}
              <span className="block text-xs font-normal text-muted">{agents}</span>
            </TableCell>
            <TableCell numeric>{people}</TableCell>
            {own.map((count, i) => (
              <TableCell key={i} numeric>
                {count}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

/** What the numbers leave out, in a sentence. */
export function AiAgentsNote() {
  return (
    <p className="text-sm text-muted">
      Agents are known by their user agent. Packages that a coding agent installs count as those of a person, because
      package managers do not name the agent.{' '}
      <Link to={paths.docs('ai-agents')} className="text-accent underline">
        What cannot be seen
      </Link>
    </p>
  );
}
