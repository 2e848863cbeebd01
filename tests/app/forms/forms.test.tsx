// @vitest-environment jsdom
import { json } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppForm, useAppForm } from 'app/forms/app-form';
import { CheckField, RadioCards } from 'app/forms/choices';
import { ConfirmByName } from 'app/forms/confirm';
import { SelectField, TextArea, TextField } from 'app/forms/fields';
import type { RejectedForm } from 'app/forms/read-form.server';
import { FormError } from 'app/forms/form-error';
import { onToast } from 'app/text/toast-events';
import { SubmitButton } from 'app/forms/submit';
import { confirmPassword, password, username } from 'contract/rules/account-rules';
import { pixelName } from 'contract/rules/hosting-rules';
import { textRule } from 'contract/floor/rules';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const refusal: RejectedForm = {
  lastResult: {
    status: 'error',
    initialValue: { name: '-engine', level: 'high', about: 'Difference', type: 'file', agree: 'on' },
    error: { '': ['The whole form is wrong.'], name: ['This name is wrong.'] },
  },
};

function Example({ lastResult }: { lastResult?: RejectedForm['lastResult'] }) {
  let form = useAppForm(lastResult, { id: 'example', defaultValue: { level: 'low', type: 'docker' } });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="name" label="Name" hint="As it is called." prefix="docker pull" />
      <TextField name="password" label="Password" type="password" optional />
      <TextArea name="about" label="About" />
      <SelectField
        name="level"
        label="Level"
        none="None"
        options={[
          { value: 'low', label: 'Low' },
          { value: 'high', label: 'High' },
        ]}
      />
      <RadioCards
        name="type"
        label="Type"
        options={[
          { value: 'docker', label: 'Docker' },
          { value: 'file', label: 'File' },
        ]}
      />
      <CheckField name="agree" label="Agree" />
      <SubmitButton pending="Saving …">Save</SubmitButton>
    </AppForm>
  );
}

function page(action: (request: Request) => Promise<Response>) {
  return createRemixStub([
    {
      path: '/',
      Component: () => <Example lastResult={useActionData<RejectedForm>()?.lastResult} />,
      action: ({ request }) => action(request),
    },
    { path: '/done', Component: () => <p>Done</p> },
  ]);
}

let toasts: string[] = [];
let stopHearing = () => {};
beforeEach(() => {
  toasts = [];
  stopHearing = onToast(({ text }) => void toasts.push(text));
});
afterEach(() => stopHearing());

describe('a new form', () => {
  test('has a label and a default for every field', async () => {
    let Stub = page(() => Promise.resolve(json(refusal, 422)));
    render(<Stub />);
    expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('As it is called.');
    expect(screen.getByLabelText(/Password/)).toHaveAttribute('type', 'password');
    expect(screen.getByRole('combobox', { name: 'Level' })).toHaveValue('low');
    expect(screen.getByRole('group', { name: 'Type' })).toContainElement(screen.getByRole('radio', { name: 'Docker' }));
    expect(screen.getByRole('radio', { name: 'Docker' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Agree' })).not.toBeChecked();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a refused form', () => {
  test('shows errors on their fields and above the form, and keeps the values', async () => {
    let Stub = page(async (request) => {
      let typed = await request.formData();
      return json({ lastResult: { ...refusal.lastResult, initialValue: { name: String(typed.get('name')) } } }, 422);
    });
    render(<Stub />);
    let name = await screen.findByRole('textbox', { name: 'Name' });
    await userEvent.type(name, 'my-engine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(toasts).toContain('The whole form is wrong.'));
    expect(screen.getByRole('alert')).not.toHaveTextContent('The whole form is wrong.');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('my-engine');
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/This name is wrong\./);
    expect(screen.getByRole('link', { name: 'This name is wrong.' })).toHaveAttribute('href', '#example-name');
    expect(document.getElementById('example-name')).toBe(screen.getByRole('textbox', { name: 'Name' }));
  });

  test('is the same in the server’s HTML, without scripts', () => {
    let Stub = createRemixStub([{ path: '/', Component: () => <Example lastResult={refusal.lastResult} /> }]);
    document.body.innerHTML = renderToString(<Stub />);
    let name = screen.getByRole('textbox', { name: 'Name' });
    expect(name).toHaveValue('-engine');
    expect(name).toBeInvalid();
    expect(name).toHaveAccessibleDescription(/This name is wrong\./);
    expect(screen.getByRole('combobox')).toHaveValue('high');
    expect(screen.getByRole('radio', { name: 'File' })).toBeChecked();
    expect(screen.getByRole('checkbox')).toBeChecked();
    expect(screen.getByLabelText(/Password/)).toHaveValue('');
    expect(screen.getByRole('alert')).toHaveAttribute('autofocus');
    expect(screen.getByRole('alert')).toHaveTextContent('The whole form is wrong.');
    expect(document.querySelector('form')).toHaveAttribute('method', 'post');
    document.body.innerHTML = '';
  });
});

test('a form is sent once, however often its button is pressed', async () => {
  let sent = 0;
  let answer: (response: Response) => void = () => {};
  let Stub = page(() => {
    sent += 1;
    return new Promise((resolve) => (answer = resolve));
  });
  render(<Stub />);
  let button = await screen.findByRole('button', { name: 'Save' });
  await userEvent.click(button);
  await waitFor(() => expect(button).toBeDisabled());
  expect(button).toHaveAccessibleName('Saving …');
  await userEvent.click(button);
  await userEvent.click(button);
  answer(new Response(null, { status: 302, headers: { location: '/done' } }));
  expect(await screen.findByText('Done')).toBeInTheDocument();
  expect(sent).toBe(1);
});

test('a confirmation by name shows the name and sends the typed text', async () => {
  let typed: FormDataEntryValue | null = null;
  let Stub = createRemixStub([
    {
      path: '/',
      Component: () => <ConfirmByName expected="engine" button="Delete package" />,
      action: async ({ request }) => {
        typed = (await request.formData()).get('confirm_name');
        return null;
      },
    },
  ]);
  render(<Stub />);
  await userEvent.type(await screen.findByRole('textbox', { name: 'Type engine to confirm' }), 'engine');
  await userEvent.click(screen.getByRole('button', { name: 'Delete package' }));
  await waitFor(() => expect(typed).toBe('engine'));
});

const rules = { username, password, confirm_password: confirmPassword, title: pixelName, about: textRule(10) };

function Checked({ lastResult }: { lastResult?: RejectedForm['lastResult'] }) {
  let form = useAppForm(lastResult, { id: 'checked', rules });
  return (
    <AppForm form={form}>
      <FormError />
      <TextField name="username" label="Username" />
      <TextField name="password" label="Password" type="password" />
      <TextField name="confirm_password" label="Confirm password" type="password" />
      <TextField name="title" label="Title" />
      <TextArea name="about" label="About" optional />
      <SubmitButton>Save</SubmitButton>
    </AppForm>
  );
}

describe('a form with rules', () => {
  let sent: string[] = [];
  let open = async (errors: Record<string, string[]> = {}) => {
    sent = [];
    let Stub = createRemixStub([
      {
        path: '/',
        Component: () => <Checked lastResult={useActionData<RejectedForm>()?.lastResult} />,
        action: async ({ request }) => {
          let typed = await request.formData();
          sent.push(String(typed.get('username')));
          return json({ lastResult: { status: 'error', initialValue: { username: 'ada' }, error: errors } }, 422);
        },
      },
    ]);
    render(<Stub />);
    await screen.findByRole('button', { name: 'Save' });
  };
  let type = (label: string | RegExp, text: string) => userEvent.type(screen.getByLabelText(label), text);
  let save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  // @spec 5: Each field shows the one rule that is broken: with scripts before anything is sent, without by the
  //   server, and it is the same rule
  test('shows an error on each field before anything is sent', async () => {
    await open();
    await type('Username', '-a-');
    await type('Password', 'aaaaaa');
    await type('Confirm password', 'aaaaab');
    await type(/About/, 'longer than ten');
    await save();
    let said = (label: string | RegExp) => screen.getByLabelText(label);
    expect(said('Username')).toHaveAccessibleDescription(/Start and end with a letter or digit/);
    expect(said('Password')).toHaveAccessibleDescription('Use at least two different characters.');
    expect(said('Confirm password')).toHaveAccessibleDescription('The passwords do not match.');
    expect(said('Title')).toHaveAccessibleDescription('Enter a pixel name.');
    expect(said(/About/)).toHaveAccessibleDescription('This is too long.');
    expect(screen.getByRole('alert')).toHaveTextContent('Please fix the fields below.');
    expect(said('Username')).toHaveFocus();
    expect(said('Username')).toHaveValue('-a-');
    expect(sent).toEqual([]);
  });

  test('clears an error as soon as a field is valid, and is sent when all are', async () => {
    await open();
    await type('Username', 'a');
    await save();
    expect(screen.getByLabelText('Username')).toBeInvalid();
    await type('Username', 'da');
    expect(screen.getByLabelText('Username')).not.toHaveAttribute('aria-invalid');
    expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('Enter a pixel name.');
    await type('Password', 'secret-1');
    await type('Confirm password', 'secret-1');
    await type('Title', 'Docs');
    await save();
    await waitFor(() => expect(sent).toEqual(['ada']));
  });

  test('keeps the server’s other errors while one field is corrected', async () => {
    await open({ '': ['It is too late.'], username: ['This username is already taken.'], title: ['There is one.'] });
    await type('Username', 'ada');
    await type('Password', 'secret-1');
    await type('Confirm password', 'secret-1');
    await type('Title', 'Docs');
    await save();
    await waitFor(() => expect(toasts).toContain('It is too late.'));
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('This username is already taken.');
    await type('Username', '-l');
    expect(screen.getByLabelText('Username')).not.toHaveAccessibleDescription();
    expect(screen.getByLabelText('Title')).toHaveAccessibleDescription('There is one.');
  });

  test('is checked by the server without scripts, never by the browser itself', () => {
    let Stub = createRemixStub([{ path: '/', Component: () => <Checked /> }]);
    document.body.innerHTML = renderToString(<Stub />);
    let field = screen.getByLabelText<HTMLInputElement>('Username');
    expect(document.querySelector('form')).toHaveAttribute('novalidate');
    expect(field).toBeRequired();
    expect(document.body).not.toHaveTextContent(/Use |Enter /);
    expect(screen.getByLabelText('About (optional)')).not.toBeRequired();
    expect(screen.getByLabelText('Title')).not.toHaveAttribute('maxlength');
    document.body.innerHTML = '';
  });
});
