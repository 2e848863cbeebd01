// @vitest-environment jsdom
/** The questionnaire and the empty list of leads in a browser. */
import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { LeadQuestionnaire } from 'contract/companies/lead-questionnaire';
import { choices, valuesOf } from 'app/features/leads/questionnaire.server';
import { LeadList } from 'app/features/leads/lead-list';
import { QuestionnaireForm } from 'app/features/leads/questionnaire-form';

const stages = [{ value: 'interest', label: 'Interest' }] as never;
const saved = { updated_at: null, updated_by: null };

function show(page: ReactNode): void {
  let Stub = createRemixStub([{ path: '/', Component: () => page }]);
  render(<Stub />);
}

function shown(answers: object, withChoices: boolean, isOrganization = true): void {
  let questionnaire = { ...LeadQuestionnaire.parse(answers), ...saved };
  let page = {
    isOrganization,
    stages,
    values: valuesOf(questionnaire, withChoices),
    choices: withChoices ? choices : null,
  };
  show(<QuestionnaireForm page={page} />);
}

describe('the questionnaire', () => {
  test('has text fields when no choices are offered', () => {
    shown({ industries: ['Banking', 'Bakeries'] }, false);
    expect(screen.getByLabelText(/^Industries/)).toHaveValue('Banking, Bakeries');
    expect(screen.queryByRole('checkbox', { name: 'Banking' })).toBeNull();
    expect(screen.getByLabelText('Recipients')).toHaveTextContent('NoneOwnersOwners and admins');
  });

  test('has checkboxes when choices are offered, and fields for other answers', { tags: 'slow' }, () => {
    shown({ industries: ['Banking', 'Bakeries'], stages: ['interest'] }, true, false);
    expect(screen.getByRole('checkbox', { name: 'Banking' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Retail' })).not.toBeChecked();
    expect(screen.getByLabelText(/^Industries, others/)).toHaveValue('Bakeries');
    expect(screen.getByRole('checkbox', { name: 'Interest' })).toBeChecked();
    expect(screen.getByLabelText('Recipients')).toHaveTextContent('NoneI do');
  });

  test('collapses saved personas, and opens the first one when there is none', () => {
    shown({}, false);
    let first = screen.getByText('Persona 1', { exact: false }).closest('details');
    expect(first).toHaveAttribute('open');
    expect(within(first!).getByLabelText(/Job titles/)).toBeVisible();
    expect(screen.getByText('Persona 2', { exact: false }).closest('details')).not.toHaveAttribute('open');
  });
});

test('an empty list explains what to do, and links to all leads when it is filtered', () => {
  let list = { q: 'x', stage: '', score: '', sort: '' };
  let page = { lines: [], total: 0, days: 1, list, lookFor: [], isAnswered: true, leftOut: 0, withLow: undefined };
  show(<LeadList page={page} to={() => '/account/lead-generation'} next={null} stage={() => null} />);
  expect(screen.getByRole('heading', { name: '0 qualified leads' })).toBeVisible();
  expect(screen.getByText(/broader criteria/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show all leads' })).toHaveAttribute('href', '/account/lead-generation');
});
