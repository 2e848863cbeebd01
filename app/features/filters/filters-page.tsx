/** Global and saved filters. */
import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import { filterValue } from 'contract/rules/analytics-rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { PageTitle } from '../../ui/page-title';
import { Stack } from '../../ui/stack';
import type { FilterLine, FiltersData } from './filters.server';

interface FiltersPageProps extends FiltersData {
  lastResult?: SubmissionResult<string[]>;
}

export function FiltersPage({ lastResult, ...data }: FiltersPageProps) {
  let { owner, mayChange, others, saved } = data;
  return (
    <Stack>
      <PageTitle
        title="Filters"
        description={
          <>
            Always-on filters apply to every report of {owner}.{' '}
            <Link to={paths.docs('filters')} className="text-accent underline">
              How filters work
            </Link>
          </>
        }
      />
      <BotsCard {...data} />
      <AgentsCard {...data} lastResult={lastResult} />
      {others.length > 0 && (
        <Card title="Other filters" description="Created through the API.">
          <Lines lines={others} owner={owner} mayChange={mayChange} />
        </Card>
      )}
      <Card
        title="Saved filters"
        description="Apply a saved filter from any report."
        actions={
          mayChange && (
            <LinkButton to={paths.newFilter(owner)} size="sm">
              New filter
            </LinkButton>
          )
        }
      >
        {saved.length > 0 ? (
          <Lines lines={saved} owner={owner} mayChange={mayChange} withReport />
        ) : (
          <p className="text-sm text-muted">No saved filters yet. Save one to focus on a country or company.</p>
        )}
      </Card>
    </Stack>
  );
}

function BotsCard({ owner, mayChange, botsFiltered }: FiltersData) {
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          Filter suspected bots
          <Badge>{botsFiltered ? 'Enabled' : 'Disabled'}</Badge>
        </span>
      }
      description="Bots that identify themselves."
      actions={
        mayChange && (
          <PostForm action={paths.filterBots(owner)} preventScrollReset>
            <SubmitButton size="sm" variant="outline" name="filtered" value={botsFiltered ? 'no' : 'yes'}>
              {botsFiltered ? 'Disable' : 'Enable'}
            </SubmitButton>
          </PostForm>
        )
      }
    />
  );
}

function AgentsCard({ owner, mayChange, agents, lastResult }: FiltersPageProps) {
  return (
    <Card title="Filter user agents" description="Exclude user agents containing (case-insensitive)">
      <div className="flex flex-col gap-4">
        <h3 className="text-sm font-medium">Excluded user agents</h3>
        {agents.length > 0 ? (
          <ul className="divide-y divide-line">
            {agents.map(({ id, text }) => (
              <li key={id} className="flex items-center justify-between gap-3 py-2 text-sm">
                <span className="min-w-0 font-mono wrap-anywhere">{text}</span>
                {mayChange && <RemoveButton owner={owner} id={id} label={text} />}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-sm text-muted">No excluded user agents</p>
        )}
        {mayChange && <AgentForm key={agents.map(({ id }) => id).join()} lastResult={lastResult} />}
      </div>
    </Card>
  );
}

function AgentForm({ lastResult }: Pick<FiltersPageProps, 'lastResult'>) {
  let form = useAppForm(lastResult, { rules: { agent: filterValue }, id: 'exclude-agent' });
  return (
    <AppForm form={form} className="flex max-w-xl flex-col gap-4">
      <FormError />
      <TextField name="agent" label="Exclude user agent" placeholder="HealthCheck/" autoComplete="off" />
      <div>
        <SubmitButton pending="Adding …">Add</SubmitButton>
      </div>
    </AppForm>
  );
}

interface LinesProps {
  lines: readonly FilterLine[];
  owner: string;
  mayChange: boolean;
  withReport?: boolean;
}

function Lines({ lines, owner, mayChange, withReport = false }: LinesProps) {
  return (
    <ul className="divide-y divide-line">
      {lines.map(({ id, name, words, report }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2 text-sm">
          <span className="min-w-0 break-words">
            <span className="block font-medium">{name || 'Unnamed'}</span>
            <span className="text-muted">{words.join('; ')}</span>
          </span>
          <span className="flex gap-2">
            {withReport && (
              <LinkButton to={report} size="sm" variant="outline">
                Show<span className="sr-only"> {name}</span>
              </LinkButton>
            )}
            {mayChange && <RemoveButton owner={owner} id={id} label={name} />}
          </span>
        </li>
      ))}
    </ul>
  );
}

function RemoveButton({ owner, id, label }: { owner: string; id: string; label: string }) {
  return (
    <PostForm action={paths.filterRemoval(owner, id)} preventScrollReset>
      <SubmitButton size="sm" variant="danger-outline">
        Remove<span className="sr-only"> {label}</span>
      </SubmitButton>
    </PostForm>
  );
}
