/** Parts in every state that a page can have: see also the empty, refused and loading ones. */
import { BarList } from '../../charts/bar-list';
import { RenderedChart } from '../../charts/rendered-chart';
import { paths } from '../../links/paths';
import { Avatar } from '../../ui/avatar';
import { Card } from '../../ui/card';
import { Chips } from '../../ui/chips';
import { CopyText } from '../../ui/copy-text';
import { NextStep } from '../../ui/empty-state';
import { Name, named } from '../../ui/name';
import { Pager } from '../../ui/pager';
import { MissingPart } from '../../ui/part';
import { Table, TableCell, TableRow } from '../../ui/table';
import type { stateExamples } from './states.server';

type States = ReturnType<typeof stateExamples>;

const here = paths.components();
const bars = { nameLabel: 'Name', valueLabel: 'Downloads', innerLabel: 'Unique users' };

export function StateExamples({ states }: { states: States }) {
  return (
    <>
      <div className="grid gap-5 md:grid-cols-2">
        <MissingPart title="A part that failed" />
        <Card title="A next step" flush>
          <NextStep
            step={{
              title: 'No downloads yet',
              text: 'Run this to record the first one.',
              command: 'curl -fsSLO https://hopper-labs.example/flowmatic/1.0.0/flowmatic-linux.tar.gz',
            }}
          />
        </Card>
        <Card title="One value">
          <RenderedChart drawing={states.oneDay} />
          <BarList title="One value as a bar" bars={states.oneBar} {...bars} />
        </Card>
        <Card title="No value">
          <RenderedChart drawing={states.noDay} />
        </Card>
      </div>
      <Card title="Ten thousand rows" flush>
        <Table
          caption="Versions, a page of many"
          columns={[{ label: 'Version' }, { label: 'Downloads', numeric: true }]}
        >
          {states.rows.map(({ name, downloads }) => (
            <TableRow key={name}>
              <TableCell rowHeader>{name}</TableCell>
              <TableCell numeric>{downloads}</TableCell>
            </TableRow>
          ))}
        </Table>
        <div className="border-t border-line p-4">
          <Pager page={states.page.number} pages={states.page.of} to={(page) => `${here}?page=${page}`} />
        </div>
      </Card>
      <div className="grid gap-5 md:grid-cols-2">
        <NamesInText names={states.names} />
        <Card title="Names on bars">
          <BarList title="Names on bars" bars={states.nameBars} {...bars} />
        </Card>
      </div>
    </>
  );
}

function NamesInText({ names }: { names: readonly string[] }) {
  return (
    <Card title="Names in a table and in sentences" flush>
      <Table caption="Names of every kind" columns={[{ label: 'Company' }, { label: 'Sentence' }]}>
        {names.map((name) => (
          <TableRow key={name}>
            <TableCell rowHeader>
              <span className="flex items-start gap-2">
                <Avatar name={name} size="sm" />
                <Name className="min-w-0 wrap-anywhere">{name}</Name>
              </span>
            </TableCell>
            <TableCell>{named`${name}: 120 downloads`}</TableCell>
          </TableRow>
        ))}
      </Table>
      <div className="flex flex-col gap-4 p-4 sm:px-6">
        <Chips label="Names as filters" chips={names.map((label, i) => ({ label, to: here, on: i === 0 }))} />
        <CopyText label="long name" text={names[1] ?? ''} />
      </div>
    </Card>
  );
}
