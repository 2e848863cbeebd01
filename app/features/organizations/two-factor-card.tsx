/** Whether an organization requires two-factor authentication of its members; for its owners. */
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField } from '../../forms/choices';
import { SubmitButton } from '../../forms/submit';
import { paths } from '../../paths';
import { Card } from '../../ui/card';

interface TwoFactorCardProps {
  organization: { name: string; requires_two_factor: boolean };
}

export function TwoFactorCard({ organization: { name, requires_two_factor } }: TwoFactorCardProps) {
  let form = useAppForm(null, { id: 'two-factor', defaultValue: { requires_two_factor } });
  return (
    <Card title="Security">
      <AppForm form={form} action={paths.organizationTwoFactor(name)}>
        <CheckField
          name="requires_two_factor"
          label="Require two-factor authentication"
          hint="Members without it cannot open anything of this organization, on these pages or with API tokens, until they set it up. They stay members, and can leave."
        />
        <div>
          <SubmitButton pending="Saving …">Save requirement</SubmitButton>
        </div>
      </AppForm>
    </Card>
  );
}
