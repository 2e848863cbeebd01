/** Takes something from sale; who has it keeps it, so one press is enough. */
import { Form } from '@remix-run/react';
import { SubmitButton } from '../../forms/submit';

export function ArchiveButton({ action, name }: { action: string; name: string }) {
  return (
    <Form method="post" action={action}>
      <SubmitButton variant="danger-outline" size="xs" pending="Archiving …">
        Archive<span className="sr-only"> {name}</span>
      </SubmitButton>
    </Form>
  );
}
