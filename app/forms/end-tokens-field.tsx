/** Beside a new password: whether the programs of the account are shut out as well. */
import { CheckField } from './choices';

export function EndTokensField() {
  return (
    <CheckField
      name="end_api_tokens"
      label="Revoke all API tokens"
      hint="Choose this if somebody else may know the old password: scripts then need new tokens."
    />
  );
}
