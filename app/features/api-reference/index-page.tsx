import { Link } from '@remix-run/react';
import { inputClass } from '../../forms/field-frame';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { formatCount } from '../../ui/numbers';
import { OnThisPage } from '../../ui/on-this-page';
import { PageTitle } from '../../ui/page-title';
import { Method } from './method';
import type { Operation } from './operations.server';

type Line = Pick<Operation, 'id' | 'method' | 'path' | 'summary'>;

interface IndexProps {
  groups: readonly { noun: string; operations: readonly Line[] }[];
  /** Search text; empty without a search. */
  q: string;
  /** URL of the OpenAPI description. */
  description: string;
}

export function ApiIndex({ groups, q, description }: IndexProps) {
  let count = groups.reduce((sum, { operations }) => sum + operations.length, 0);
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-6">
      <PageTitle title="API" description="Every API call, with parameters, examples and errors." />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <TextLink to={paths.docs('api')}>Get started</TextLink>
        <TextLink to={paths.accountTokens()}>API tokens</TextLink>
        <TextLink to={paths.docs('assistants')}>Assistants (MCP)</TextLink>
        <a href={description} className="text-accent underline">
          OpenAPI description
        </a>
      </p>
      <form role="search" action={paths.api()} className="flex max-w-xl gap-2">
        <input
          type="search"
          name="q"
          aria-label="Search the API"
          placeholder="companies, by version, filter_id"
          defaultValue={q}
          className={inputClass}
        />
        <Button type="submit">Search</Button>
      </form>
      {q && (
        <p>
          {formatCount(count, 'call')} for “{q}”. <TextLink to={paths.api()}>All calls</TextLink>
        </p>
      )}
      <OnThisPage parts={groups.map(({ noun }) => ({ id: idOf(noun), title: noun }))}>
        {groups.map(({ noun, operations }) => (
          <div key={noun} id={idOf(noun)} className="scroll-mt-4">
            <Card title={noun} actions={<Badge>{operations.length}</Badge>}>
              <ul className="flex flex-col gap-3">
                {operations.map((operation) => (
                  <li key={operation.id}>
                    <Link to={paths.api(operation.id)} className="font-medium text-accent underline">
                      {operation.summary}
                    </Link>
                    <p className="text-sm break-words text-muted">
                      <Method method={operation.method} /> <code translate="no">{operation.path}</code>
                    </p>
                  </li>
                ))}
              </ul>
            </Card>
          </div>
        ))}
      </OnThisPage>
    </div>
  );
}

function idOf(noun: string): string {
  return noun.toLowerCase().replaceAll(' ', '-');
}

function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="text-accent underline">
      {children}
    </Link>
  );
}
