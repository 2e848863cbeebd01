import { Form, useSubmit } from '@remix-run/react';
import { BarList } from '../../charts/bar-list';
import { PreservedParams } from '../../forms/preserved-params';
import { QuerySelect } from '../../forms/query-select';
import type { ReportQuery } from '../../links/query-parameters';
import { paths } from '../../links/paths';
import { uniqueLabels } from '../../text/labels';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import type { VariablesData } from './variables.server';

interface VariablesCardProps {
  owner: string;
  title: string;
  counted: 'Downloads' | 'Views';
  query: ReportQuery;
  variables: VariablesData;
}

export function VariablesCard({ owner, title, counted, query, variables }: VariablesCardProps) {
  return (
    <Card
      title={title}
      anchor={counted === 'Downloads' ? 'variables' : undefined}
      description="Values of URL variables."
    >
      {variables.names.length === 0 ? (
        <p className="text-sm text-muted">No request in this range had a variable.</p>
      ) : (
        <div className="flex flex-col gap-4">
          <VariableForm
            owner={owner}
            label={`Variable of ${counted.toLowerCase()}`}
            query={query}
            variables={variables}
          />
          <BarList
            bars={variables.bars}
            title={`${counted} by ${variables.chosen}`}
            nameLabel={variables.chosen}
            valueLabel={counted}
            innerLabel={uniqueLabels[counted]}
            table={variables.table}
          />
        </div>
      )}
    </Card>
  );
}

interface VariableFormProps extends Pick<VariablesCardProps, 'owner' | 'query'> {
  label: string;
  variables: VariablesData;
}

/** With scripts, submitted on every change. */
function VariableForm({ owner, label, query, variables: { names, chosen } }: VariableFormProps) {
  let submit = useSubmit();
  return (
    <Form
      method="get"
      action={paths.analytics(owner)}
      aria-label={label}
      preventScrollReset
      className="flex flex-wrap items-end gap-3"
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
    >
      <PreservedParams kept={query} />
      <QuerySelect label={label} name="variable" value={chosen}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </QuerySelect>
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  );
}
