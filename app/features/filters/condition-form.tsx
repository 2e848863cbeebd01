/** The form that adds a condition to a report: beside that of its tools, among which its fields are. */
import { Form } from '@remix-run/react';
import { PreservedParams } from '../../forms/preserved-params';

export interface ConditionTarget {
  action: string;
  /** The report, which gets the condition, and its package. */
  kept: { next: string; package: string };
}

export const conditionForm = 'add-condition';

export function ConditionForm({ action, kept }: ConditionTarget) {
  return (
    <Form id={conditionForm} action={action} hidden>
      <PreservedParams kept={kept} />
    </Form>
  );
}
