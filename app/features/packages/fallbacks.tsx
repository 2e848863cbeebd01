/** The form with fallback targets of a package, and how many downloads they served. */
import type { ReactNode } from 'react';
import type { SubmissionResult } from '@conform-to/react';
import type { FallbackTargets } from 'contract/packages/fallback-targets';
import type { PackageType } from 'contract/packages/package-types/list';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import { DateTimeText } from '../../ui/moment';
import { Name } from '../../ui/name';
import { formatInteger } from '../../ui/numbers';
import { Table, TableCell, TableRow } from '../../ui/table';

interface FallbackFormProps {
  targets: readonly string[];
  texts: FallbackTexts;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function FallbackForm({ targets, texts, lastResult }: FallbackFormProps) {
  let form = useAppForm(lastResult, { defaultValue: { targets: targets.join(', ') } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField
        name="targets"
        label="Fallbacks"
        hint={`${texts.hint} Empty: none.`}
        placeholder={texts.placeholder}
        autoComplete="off"
        spellCheck={false}
        optional
      />
      <div>
        <SubmitButton pending="Saving …">Save</SubmitButton>
      </div>
    </AppForm>
  );
}

const stateLabels = {
  works: { label: 'Answers', colour: 'green' },
  'rate-limit': { label: 'Rate limit (429)', colour: 'yellow' },
  away: { label: 'Away', colour: 'red' },
} as const;

/** Whether the usual target and the fallbacks work. */
export function TargetStates({ found: { first, targets, states }, texts, bell }: TargetStatesProps) {
  if (targets.length === 0) return null;
  let rows = [
    ...first.map((target) => ({ target, place: texts.usual })),
    ...targets.map((target, i) => ({ target, place: `Fallback ${i + 1}` })),
  ];
  return (
    <Card title="State" description="Checked every minute." actions={bell} flush>
      <Table caption="State of each target" columns={[{ label: 'Target' }, { label: 'State' }]}>
        {rows.map(({ target, place }) => (
          <TableRow key={target}>
            <TableCell rowHeader>
              <Name>{target}</Name>
              <span className="block text-muted">{place}</span>
            </TableCell>
            <TableCell>
              <StateText found={states.find((one) => one.target === target)} />
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

function StateText({ found }: { found: FallbackTargets['states'][number] | undefined }) {
  if (!found) return <span className="text-muted">Not checked yet</span>;
  let { label, colour } = stateLabels[found.state];
  return (
    <>
      <Badge colour={colour}>{label}</Badge>{' '}
      <span className="text-muted">
        since <DateTimeText iso={found.since} />
      </span>
    </>
  );
}

export function FallbackUse({ found: { targets, downloads, last_at } }: { found: FallbackTargets }) {
  if (targets.length === 0 && last_at === null) return null;
  let { away, rate_limit } = downloads;
  return (
    <Card title="Served by fallbacks" description="Downloads of the last 30 days.">
      <Facts
        facts={[
          { label: 'Rate limits (429) avoided', value: formatInteger(rate_limit) },
          { label: 'Errors and outages avoided', value: formatInteger(away) },
          { label: 'Total', value: formatInteger(rate_limit + away) },
          { label: 'Latest', value: last_at ? <DateTimeText iso={last_at} /> : 'None' },
        ]}
      />
    </Card>
  );
}

interface TargetStatesProps {
  found: FallbackTargets;
  texts: FallbackTexts;
  bell: ReactNode;
}

interface FallbackTexts {
  /** What comes before fallbacks. */
  usual: string;
  hint: string;
  placeholder: string;
}

/** By what a fallback is: the host of a registry, the host of files, or the URL of a registry. */
export function fallbackTexts(type: PackageType): FallbackTexts {
  let order = 'in order, separated by commas.';
  if (type === 'docker')
    return {
      usual: 'Usual registry',
      hint: `Up to three registries with the same images, ${order}`,
      placeholder: 'mirror.example',
    };
  if (type === 'file')
    return {
      usual: 'Usual host',
      hint: `Up to three hosts with the same files, ${order} Only the host changes, paths stay the same.`,
      placeholder: 'https://mirror.example',
    };
  return {
    usual: 'Usual registry',
    hint: `Up to three registries with the same packages, ${order}`,
    placeholder: 'https://mirror.example/',
  };
}
