/** Who requires two-factor authentication of the person, and what becomes of those without it. */
import type { TwoFactor } from 'contract/two-factor';
import { Alert } from '../../ui/alert';

export function RequiredBy({ by }: { by: TwoFactor['required_by'] }) {
  let { organizations, administration } = by;
  if (!administration && organizations.length === 0) return null;
  return (
    <Alert variant="warning" title="You need two-factor authentication.">
      {organizations.length > 0 && (
        <p>
          Required of members by {organizations.join(', ')}. Without two-factor authentication you cannot open anything
          there, and your API tokens cannot either.
        </p>
      )}
      {administration && (
        <p>Required of administrators by this installation. Without it you have no more rights than other people.</p>
      )}
    </Alert>
  );
}
