/** The form with fallback targets of a package, and how many downloads they served. */
import type { SubmissionResult } from '@conform-to/react';
import type { FallbackTargets } from 'contract/packages/fallback-targets';
import type { PackageType } from 'contract/packages/package-types/list';
import { AppForm, useAppForm } from '../../forms/app-form';
import { TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import { DateTimeText } from '../../ui/moment';
import { formatInteger } from '../../ui/numbers';

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

export function FallbackUse({ found: { first, targets, downloads, last_at }, texts }: FallbackUseProps) {
  if (targets.length === 0 && last_at === null) return null;
  let { away, rate_limit } = downloads;
  return (
    <Card title="Served by fallbacks" description="Downloads of the last 30 days.">
      <Facts
        facts={[
          { label: texts.usual, value: first.join(', ') || 'None' },
          { label: 'Rate limit (429)', value: formatInteger(rate_limit) },
          { label: 'No answer or an error', value: formatInteger(away) },
          { label: 'Total', value: formatInteger(rate_limit + away) },
          { label: 'Latest', value: last_at ? <DateTimeText iso={last_at} /> : 'None' },
        ]}
      />
    </Card>
  );
}

interface FallbackUseProps {
  found: FallbackTargets;
  texts: FallbackTexts;
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
