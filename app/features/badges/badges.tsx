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
  downloads: 'All downloads that are stored, under your filters.',
  'newest-version':
    'The highest released version with at least 1% of the downloads of the last 30 days, and its share.',
  companies: 'How many companies used the package in the last calendar month; a number, no names.',
};

export function BadgesForm({ badges, lastResult }: BadgesProps) {
  let form = useAppForm(lastResult, {
    defaultValue: Object.fromEntries(badges.map(({ kind, isOn }) => [kind, isOn])),
  });
  return (
    <Card
      title="Public badges"
      description="A badge that is on can be seen by everybody who knows its address, without an account."
    >
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
    <Card key={kind} title={label} description="Numbers are up to an hour old.">
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
