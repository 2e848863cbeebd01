/** API tokens: list, form, and a new token, which is shown once. */
import type { SubmissionResult } from '@conform-to/react';
import { tokenName } from 'contract/rules/account-rules';
import type { ApiToken, TokenScope } from 'contract/accounts/tokens';
import { keysOf } from 'contract/floor/keys-of';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { SelectField, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { type Reauthentication, ReauthenticationField, reauthenticationRules } from '../../forms/reauthentication';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { Badge } from '../../ui/badge';
import { LinkButton } from '../../ui/button';
import { CopyText } from '../../ui/copy-text';
import { DateText } from '../../ui/day';
import { DateTimeText } from '../../ui/moment';
import { TableCell, type TableColumn, TableRow, Table } from '../../ui/table';

const scopeWords: Record<TokenScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'View packages, pixels, members and reports.' },
  write: { label: 'Write', hint: 'Create, change and delete packages, pixels and members.' },
  events: { label: 'Events', hint: 'Import events and access logs.' },
  export: { label: 'Export', hint: 'Export raw events.' },
};

const scopeNames = keysOf(scopeWords);

const columns: TableColumn[] = [
  { label: 'Name' },
  { label: 'Permissions' },
  { label: 'Created' },
  { label: 'Last used' },
  { label: 'Expires' },
  { label: 'Revoke', hiddenLabel: true },
];

/** Lifetimes in days. */
const lives = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

export type TokenLine = ApiToken & { hasEnded: boolean };

export function TokenList({ tokens }: { tokens: readonly TokenLine[] }) {
  return (
    <Table caption="API tokens" columns={columns}>
      {tokens.map((token) => (
        <TableRow key={token.id}>
          <TableCell rowHeader className="break-words">
            {token.name}
            {token.owner && <span className="block text-sm font-normal text-muted">for {token.owner} only</span>}
          </TableCell>
          <TableCell>
            <span className="flex flex-wrap gap-1">
              {token.scopes.map((scope) => (
                <Badge key={scope}>{scopeWords[scope].label}</Badge>
              ))}
            </span>
          </TableCell>
          <TableCell>
            <DateText iso={token.created_at} />
          </TableCell>
          <TableCell>{token.last_used_at ? <DateTimeText iso={token.last_used_at} /> : 'Never'}</TableCell>
          <TableCell>
            {token.hasEnded ? (
              <Badge colour="red">Ended</Badge>
            ) : token.expires_at ? (
              <DateText iso={token.expires_at} />
            ) : (
              'Never'
            )}
          </TableCell>
          <TableCell numeric>
            <LinkButton to={paths.accountTokenDelete(token.id)} size="sm" variant="danger-outline">
              Revoke<span className="sr-only"> {token.name}</span>
            </LinkButton>
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );
}

interface NewTokenFormProps {
  identity: Reauthentication;
  owners: readonly string[];
  lastResult?: SubmissionResult<string[]>;
}

export function NewTokenForm({ identity, owners, lastResult }: NewTokenFormProps) {
  let rules = { name: tokenName, ...reauthenticationRules({ identity }) };
  let form = useAppForm(lastResult, { rules, defaultValue: { scope_read: true } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="name" label="Name" placeholder="Nightly export" autoComplete="off" />
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-sm font-medium">Permissions</legend>
        {scopeNames.map((scope) => (
          <CheckField key={scope} name={`scope_${scope}`} {...scopeWords[scope]} />
        ))}
      </fieldset>
      {owners.length > 1 && (
        <SelectField
          name="owner"
          label="For"
          none="All owners you belong to"
          options={owners.map((owner) => ({ value: owner, label: `${owner} only` }))}
        />
      )}
      <SelectField name="expires_in_days" label="Expires after" none="Never" options={lives} />
      <ReauthenticationField identity={identity} />
      <div>
        <SubmitButton pending="Creating …">Create token</SubmitButton>
      </div>
    </AppForm>
  );
}

interface CreatedTokenProps {
  name: string;
  token: string;
  /** A command with the token in `$TOKEN`; null if its scopes do not allow reading. */
  tryLine: string | null;
}

export function CreatedToken({ name, token, tryLine }: CreatedTokenProps) {
  return (
    <AlertBox variant="success" title={`Your token “${name}” is ready.`}>
      <div className="mt-1 flex flex-col gap-2">
        <p>Copy it now. It is not shown again.</p>
        <CopyText text={token} label="token" wrap />
        {tryLine && (
          <>
            <p>Try it:</p>
            <CopyText text={`TOKEN=${token}\n${tryLine}`} label="command" wrap />
          </>
        )}
      </div>
    </AlertBox>
  );
}
