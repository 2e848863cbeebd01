import type { SubmissionResult } from '@conform-to/react';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { FormError } from '../../forms/form-error';
import { SubmitButton } from '../../forms/submit';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import type { BadgeSnippet } from './badges.server';

interface BadgesProps {
  badges: readonly BadgeSnippet[];
  lastResult?: SubmissionResult<string[]>;
}

const hints: Record<BadgeSnippet['kind'], string> = {
  downloads: 'All recorded downloads',
  'newest-version': 'Share of the latest version in the last 30 days. Ignores versions below 1%.',
  companies: 'Number of companies in the last calendar month, without names.',
};

export function BadgesForm({ badges, lastResult }: BadgesProps) {
  let form = useAppForm(lastResult, {
    defaultValue: Object.fromEntries(badges.map(({ kind, isOn }) => [kind, isOn])),
  });
  return (
    <Card title="README badges" description="Enabled badges are public.">
      <AppForm form={form}>
        <FormError />
        {badges.map(({ kind, label }) => (
          <CheckField key={kind} name={kind} label={label} hint={hints[kind]} />
        ))}
        <div>
          <SubmitButton pending="Saving …">Save</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}

export function BadgeSnippets({ badges }: Pick<BadgesProps, 'badges'>) {
  return badges.map(({ kind, label, picture, markdown, html }) => (
    <Card key={kind} title={label} description="Updated every hour.">
      <div className="flex flex-col gap-4">
        <img src={picture} alt={`Badge: ${label}`} height={20} className="self-start" />
        <Snippet label="Markdown" text={markdown} />
        <Snippet label="HTML" text={html} />
      </div>
    </Card>
  ));
}

function Snippet({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-sm font-medium">{label}</h3>
      <CopyText text={text} label={label} wrap />
    </div>
  );
}
