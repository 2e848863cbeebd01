import { typeNames, typeNamed } from 'contract/packages/package-types/list';
import { AppForm, useAppForm } from '../../forms/app-form';
import { CheckField, RadioCards } from '../../forms/choices';
import { SelectField, TextArea, TextField } from '../../forms/fields';
import { FormError } from '../../forms/form-error';
import { PostForm } from '../../forms/post-form';
import type { Toast } from '../../text/messages';
import { paths } from '../../links/paths';
import { ToastLine } from '../../shell/toasts';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { DialogLink } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { LoadingAnimation, LoadingRing } from '../../ui/loading';
import { Menu } from '../../ui/menu';
import { PackageIcon } from '../../ui/package-icon';

const choices = [
  { value: 'low', label: 'Low' },
  { value: 'high', label: 'High' },
];

const refused = {
  status: 'error' as const,
  initialValue: { name: '-compiler', level: 'high' },
  error: { name: ['Use letters, digits and hyphens. Start and end with a letter or digit.'] },
};

export function FieldExamples() {
  let resting = useAppForm(null, { id: 'resting', defaultValue: { level: 'low', type: typeNames[0], agree: 'on' } });
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
            options={typeNames.map((type) => ({
              value: type,
              label: typeNamed(type).label,
              icon: <PackageIcon type={type} decorative />,
            }))}
          />
          <CheckField name="agree" label="Track companies" hint="Off: companies are not identified." />
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

const here = paths.components();
const toastKinds: Toast['kind'][] = ['success', 'info', 'warning', 'error'];

/** `liveToasts`: kinds that a button shows. */
export function MovingExamples({ liveToasts }: { liveToasts: readonly string[] }) {
  return (
    <div className="grid gap-5 md:grid-cols-2">
      <Card title="Menu and dialog">
        <div className="flex flex-wrap items-center gap-3">
          <Menu
            label="example menu"
            trigger={
              <>
                Owners
                <Icon name="chevron-down" className="size-4 text-muted" />
              </>
            }
            groups={[
              { items: [{ kind: 'link', label: 'Ada', to: here, current: true }] },
              { label: 'Organizations', scroll: true, items: [{ kind: 'link', label: 'hopper-labs', to: here }] },
            ]}
          />
          <DialogLink to={here} label="A page lifted up" title="A dialog" variant="outline">
            <p className="text-sm">Close it with Escape, the cross or a click outside. Without scripts it is a page.</p>
          </DialogLink>
        </div>
      </Card>
      <Card title="Toasts">
        <div className="flex flex-col gap-3">
          {toastKinds.map((kind) => (
            <ToastLine key={kind} toast={{ kind, text: `${kind}: a toast in pages without scripts` }} />
          ))}
          <PostForm action={here} preventScrollReset className="flex flex-wrap gap-2">
            {liveToasts.map((kind) => (
              <Button key={kind} type="submit" name="toast" value={kind} variant="outline" size="sm">
                Show {kind}
              </Button>
            ))}
          </PostForm>
        </div>
      </Card>
      <Card title="Loading ring">
        <div className="flex items-center gap-4 text-accent">
          <LoadingRing label="Loading" />
          <LoadingRing className="text-xl" />
          <LoadingRing className="text-3xl" />
        </div>
      </Card>
      <Card title="Loading animation">
        <div className="flex justify-center">
          <LoadingAnimation />
        </div>
      </Card>
    </div>
  );
}
