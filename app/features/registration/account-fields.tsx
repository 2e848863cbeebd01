/** The fields of a registration: name, address, password (typed twice), and product news. */
import * as limits from 'contract/limits';
import { CheckField } from '../../forms/choices';
import { TextField } from '../../forms/fields';

export function AccountFields({ usernameHint }: { usernameHint: string }) {
  return (
    <>
      <TextField name="username" label="Username" hint={usernameHint} autoComplete="username" spellCheck={false} />
      <TextField name="email" label="Email" type="email" autoComplete="email" />
      <TextField
        name="password"
        label="Password"
        hint={`At least ${limits.passwordMin} characters`}
        type="password"
        autoComplete="new-password"
      />
      <TextField name="confirm_password" label="Confirm password" type="password" autoComplete="new-password" />
    </>
  );
}

/** Checkbox for product news; never ticked by default. */
export function ProductNewsField() {
  return <CheckField name="product_news" label="Email me product news" />;
}
