/** Who a company is, how far it has come, and its days of the last year. */
import type { FunnelStage } from 'contract/companies';
import { Calendar } from '../../charts/calendar';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import { Cell, Table } from '../../ui/table';
import type { CompanyPage } from './details.server';
import { StageBadge } from './stage-badge';
import { stageLooks } from './stages';

export function CompanyHead({ company }: { company: CompanyPage }) {
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-2">
        <Card title="Company details">
          <Facts facts={company.facts.map(linked)} />
        </Card>
        <Status stage={company.stage} stages={company.stages} />
      </div>
      <Card title="Company Journey" description={company.journey.rangeLabel}>
        <Calendar calendar={company.journey} title="Days with events" strong="download" weak="view" />
      </Card>
    </>
  );
}

function linked({ label, value, href }: CompanyPage['facts'][number]) {
  if (!href) return { label, value };
  let link = (
    <a href={href} rel="noreferrer" className="text-accent underline">
      {value}
    </a>
  );
  return { label, value: link };
}

const columns = [
  { label: 'Stage' },
  { label: 'Since (UTC)' },
  { label: 'Downloads', numeric: true },
  { label: 'Views', numeric: true },
  { label: 'Active days', numeric: true },
];

function Status({ stage, stages }: { stage: FunnelStage; stages: CompanyPage['stages'] }) {
  return (
    <Card title="Status" description={`${stageLooks[stage].meaning}.`} actions={<StageBadge stage={stage} />} flush>
      <Table caption="Stages so far" columns={columns}>
        {stages.map((line) => (
          <tr key={line.stage} aria-current={line.isCurrent ? 'step' : undefined}>
            <Cell rowHeader>
              {stageLooks[line.stage].label}
              {line.isCurrent && <span className="block text-xs font-normal text-muted">now</span>}
            </Cell>
            <Cell className="whitespace-nowrap">{line.since}</Cell>
            {line.numbers.map((number, i) => (
              <Cell key={i} numeric>
                {number}
              </Cell>
            ))}
          </tr>
        ))}
      </Table>
    </Card>
  );
}
