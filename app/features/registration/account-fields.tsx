/** The fields of a registration: name, address, password, and product news. */
import { useFormMetadata } from '@conform-to/react';
import * as limits from 'contract/floor/limits';
import { CheckField } from '../../forms/choices';
import { TextField } from '../../forms/fields';

interface AccountFieldsProps {
  usernameUse?: string;
  /** Whether the password is typed twice. */
  confirms?: boolean;
}

export function AccountFields({ usernameUse = '', confirms = true }: AccountFieldsProps) {
  let { allErrors } = useFormMetadata();
  /** The rule before it is broken; its error says it afterwards. */
  let unlessRefused = (field: string, rule: string) => (allErrors[field] ? '' : rule);
  return (
    <>
      <TextField
        name="username"
        label="Username"
        hint={`${unlessRefused('username', 'Letters, digits and hyphens.')} ${usernameUse}`.trim()}
        autoComplete="username"
        spellCheck={false}
      />
      <TextField name="email" label="Email" type="email" autoComplete="email" />
      <TextField
        name="password"
        label="Password"
        hint={unlessRefused('password', `At least ${limits.passwordMin} characters`)}
        type="password"
        autoComplete="new-password"
      />
      {confirms && (
        <TextField name="confirm_password" label="Confirm password" type="password" autoComplete="new-password" />
      )}
    </>
  );
}

/** Checkbox for product news; never ticked by default. */
export function ProductNewsField() {
  return <CheckField name="product_news" label="Email me product news" />;
}
