/**
 * New recovery codes above every page until they are acknowledged (spec section 2), with the ways
 * to take them away.
 */
import { Form } from '@remix-run/react';
import { paths } from '../paths';
import { Button } from '../ui/button';
import { CopyText } from '../ui/copy-text';
import { Icon } from '../ui/icon';
import { useHere } from './use-current-url';

export function RecoveryCodesBanner({ codes }: { codes: readonly string[] }) {
  let here = useHere();
  return (
    <section aria-labelledby="recovery-codes" className="border-b border-warn/40 bg-warn-soft">
      <div className="mx-auto flex max-w-7xl flex-col gap-3 px-4 py-4 text-sm">
        <h2 id="recovery-codes" className="text-base font-semibold">
          Save your 2-factor authentication recovery codes
        </h2>
        <p>
          Each code lets you in once when your phone is not at hand. They are not shown again after you have
          acknowledged them.
        </p>
        <CopyText text={codes.join('\n')} label="recovery codes" wrap />
        <div className="flex flex-wrap items-center gap-4">
          <Form method="post" action={paths.recoveryCodes()}>
            <input type="hidden" name="next" value={here} />
            <Button type="submit">Acknowledge</Button>
          </Form>
          <a href={paths.recoveryCodesFile()} download className="inline-flex items-center gap-1.5 text-ink underline">
            <Icon name="download" />
            Download
          </a>
        </div>
      </div>
    </section>
  );
}
