/** Every form field, at rest and refused. */
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField, RadioCards } from '../../forms/choices';
import { SelectField, TextArea, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { Card } from '../../ui/card';
import { PackageIcon } from '../../ui/package-icon';

const choices = [
  { value: 'low', label: 'Low' },
  { value: 'high', label: 'High' },
];

/** What an action answers when it refuses a field. */
const refused = {
  status: 'error' as const,
  initialValue: { name: '-compiler', level: 'high' },
  error: { name: ['Use letters, digits and hyphens; start and end with a letter or digit.'] },
};

export function FieldExamples() {
  let resting = useAppForm(null, { id: 'resting', defaultValue: { level: 'low', type: 'docker', agree: 'on' } });
  let marked = useAppForm(refused, { id: 'refused' });
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Card title="Fields">
        <AppForm form={resting} method="get" action="/components">
          <TextField name="image" label="Image" prefix="docker pull" hint="As the registry names it." />
          <TextArea name="about" label="About" optional />
          <SelectField name="level" label="Importance" options={choices} />
          <RadioCards
            name="type"
            label="Type"
            options={[
              { value: 'docker', label: 'Docker', icon: <PackageIcon type="docker" decorative /> },
              { value: 'file', label: 'File', icon: <PackageIcon type="file" decorative /> },
            ]}
          />
          <CheckField name="agree" label="Track companies" hint="Off: downloads are counted without them." />
        </AppForm>
      </Card>
      <Card title="Refused">
        <AppForm form={marked} method="get" action="/components">
          <FormError quiet />
          <TextField name="name" label="Name" />
          <SelectField name="level" label="Importance" options={choices} />
        </AppForm>
      </Card>
    </div>
  );
}
