/**
 * The content of 'Verify your email', in its dialog and on its page: what to do, and the button for
 * another mail. A plain form, because the shell carries it on every page.
 */
import { Form, useNavigation } from '@remix-run/react';
import { paths } from '../paths';
import { Button } from '../ui/button';

/** `next` is the page to come back to. */
export function ResendVerification({ next }: { next: string }) {
  let isSending = useNavigation().formAction === paths.emailVerification();
  return (
    <Form method="post" action={paths.emailVerification()} className="flex flex-col gap-4">
      <p className="text-sm">
        Follow the link in the mail we sent to you when you joined. If it did not reach you, look into your spam folder
        or ask for another one.
      </p>
      <input type="hidden" name="next" value={next} />
      <div>
        <Button type="submit" loading={isSending}>
          Resend confirmation email
        </Button>
      </div>
    </Form>
  );
}
