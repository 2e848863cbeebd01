/** The form that withdraws a version of a package, and the note on a withdrawn one. */
import type { SubmissionResult } from '@conform-to/react';
import { Link } from '@remix-run/react';
import * as limits from 'contract/floor/limits';
import type { PackageType } from 'contract/packages/package-types/list';
import type { markedTypes, WithdrawnVersion } from 'contract/packages/withdrawn-versions';
import { textRule } from 'contract/floor/rules';
import { AppForm, useAppForm } from '../../forms/app-form';
import { HiddenField, SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { PostForm } from '../../forms/post-form';
import { SubmitButton } from '../../forms/submit';
import { AlertBox } from '../../ui/alert';
import { Card } from '../../ui/card';
import { DateText } from '../../ui/day';

const rules = { message: textRule(limits.withdrawalMessageMax, 'field-is-required') };

interface WithdrawProps {
  version: string;
  /** All versions of a major number, such as `3.x`. */
  isMajor: boolean;
  /** File packages can send another version instead. */
  canRedirect: boolean;
  type: PackageType;
  withdrawn: WithdrawnVersion | undefined;
  ofMajor: MajorEntry | undefined;
  /** The version has an entry beside that of its major number. */
  isException: boolean;
  /** URL that restores it. */
  restoration: string;
  lastResult: SubmissionResult<string[]> | undefined;
}

/** The entry of a version's major number. */
interface MajorEntry extends WithdrawnVersion {
  to: string;
}

/** What the mark of an index does, where indexes can mark versions. */
const markHints: { [Type in PackageType]?: string } = {
  npm: 'Either way, the index marks it as deprecated: npm prefers other versions, and prints your message when it installs this one.',
  python: 'Either way, the index marks it as yanked: pip chooses another version unless this one is pinned.',
  cargo: 'Either way, the index marks it as yanked: Cargo chooses another version unless a lock file has this one.',
} satisfies Record<(typeof markedTypes)[number], string>;

/** What the card of a version does to it at first. */
export function withdrawLabel(type: PackageType): string {
  return markHints[type] ? 'Withdraw or deprecate' : 'Withdraw';
}

const ways = [
  { value: 'false', label: 'Refuse it' },
  { value: 'true', label: 'Serve it, marked as deprecated' },
];

export function WithdrawCard({
  version,
  isMajor,
  canRedirect,
  type,
  withdrawn: applied,
  ofMajor,
  isException,
  restoration,
  lastResult,
}: WithdrawProps) {
  let withdrawn = ofMajor && !isException ? undefined : applied;
  let markHint = markHints[type];
  let isChange = applied !== undefined || markHint !== undefined;
  let defaultValue = {
    message: withdrawn?.message ?? '',
    redirect_to: withdrawn?.redirect_to ?? '',
    // A whole major number is old more often than bad, and an exception from it is served.
    is_served: String(withdrawn?.is_served ?? (markHint !== undefined && (isMajor || ofMajor !== undefined))),
  };
  let form = useAppForm(lastResult, { rules, id: 'withdraw', defaultValue });
  return (
    <Card
      title={
        ofMajor
          ? 'An exception for this version'
          : withdrawn
            ? titleOf(withdrawn, isMajor)
            : `${withdrawLabel(type)} ${isMajor ? `all ${version} versions` : 'this version'}`
      }
      description={`${ofMajor ? `It applies instead of what you said about all ${ofMajor.version} versions. ` : ''}Clients see your message where they show messages. You can undo this at any time.`}
      anchor="withdrawal"
    >
      <div className="flex max-w-2xl flex-col gap-4">
        <AppForm form={form}>
          <FormError />
          <HiddenField name="version" value={version} />
          <TextField
            name="message"
            label="Message"
            hint="What happened, and what to use instead."
            placeholder="Leaks tokens (CVE-2026-1234). Use 2.0.1."
            autoComplete="off"
          />
          {markHint && <SelectField name="is_served" label="Requests for it" options={ways} hint={markHint} />}
          {canRedirect && (
            <TextField
              name="redirect_to"
              label="Send this version instead"
              hint="Empty: requests are refused."
              placeholder="2.0.1"
              autoComplete="off"
              spellCheck={false}
              optional
            />
          )}
          <div>
            <SubmitButton variant={isChange ? 'primary' : 'danger'}>
              {isChange ? 'Save' : isMajor ? `Withdraw all ${version} versions` : 'Withdraw version'}
            </SubmitButton>
          </div>
        </AppForm>
        {withdrawn && (
          <PostForm action={restoration}>
            <input type="hidden" name="version" value={version} />
            <SubmitButton variant="outline">{isException ? 'Remove exception' : restoreLabel(withdrawn)}</SubmitButton>
          </PostForm>
        )}
      </div>
    </Card>
  );
}

/** What undoes it. */
export function restoreLabel({ is_served }: WithdrawnVersion): string {
  return is_served ? 'Remove deprecation' : 'Restore';
}

function titleOf({ is_served, version }: WithdrawnVersion, isMajor: boolean, which = ''): string {
  let what = isMajor ? `All ${which && `${which} `}${version} versions are` : 'This version is';
  return `${what} ${is_served ? 'deprecated' : 'withdrawn'}`;
}

interface WithdrawnNoteProps {
  withdrawn: WithdrawnVersion;
  isMajor: boolean;
  isException: boolean;
  /** Versions of a major number to which it does not apply; empty for none. */
  exceptions: string;
  ofMajor: MajorEntry | undefined;
  /** The version that is sent instead was never downloaded. */
  insteadIsUnseen: boolean;
}

export function WithdrawnNote({
  withdrawn,
  isMajor,
  isException,
  exceptions,
  ofMajor,
  insteadIsUnseen,
}: WithdrawnNoteProps) {
  let { message, redirect_to, is_served, created_by, created_at } = withdrawn;
  return (
    <AlertBox
      variant="warning"
      title={`${titleOf(withdrawn, isMajor)}${ofMajor && !isException ? `, like all ${ofMajor.version} versions` : ''}${exceptions && `, except ${exceptions}`}.`}
    >
      {is_served
        ? `${isMajor ? 'They are' : 'It is'} still served, and marked in the index. `
        : redirect_to
          ? `Requests get version ${redirect_to}${insteadIsUnseen ? ', which was never downloaded: check that it exists' : ''}. `
          : 'Requests are refused. '}
      {message}{' '}
      <span className="text-muted">
        By {created_by ?? 'a former member'}, <DateText iso={created_at} />.
      </span>
      {ofMajor && (
        <>
          {' '}
          {isException && `${titleOf(ofMajor, true, 'other')}. `}
          <Link to={ofMajor.to} className="underline">
            See {ofMajor.version}
          </Link>
        </>
      )}
    </AlertBox>
  );
}
