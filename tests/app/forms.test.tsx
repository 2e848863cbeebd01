// @vitest-environment jsdom
import { json } from '@remix-run/node';
import { useActionData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppForm, useAppForm } from 'app/forms/app-form';
import { CheckField, RadioCards } from 'app/forms/choices';
import { ConfirmByName } from 'app/forms/confirm-by-name';
import { SelectField, TextArea, TextField } from 'app/forms/fields';
import type { Refused } from 'app/forms/read.server';
import { FormError } from 'app/forms/form-error';
import { SubmitButton } from 'app/forms/submit';
import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';

const refusal: Refused = {
  lastResult: {
    status: 'error',
    initialValue: { name: '-engine', level: 'high', about: 'Difference', type: 'file', agree: 'on' },
    error: { '': ['The whole form is wrong.'], name: ['This name is wrong.'] },
  },
};

function Example({ lastResult }: { lastResult?: Refused['lastResult'] }) {
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
      Component: () => <Example lastResult={useActionData<Refused>()?.lastResult} />,
      action: ({ request }) => action(request),
    },
    { path: '/done', Component: () => <p>Done</p> },
  ]);
}

describe('a form at rest', () => {
  test('every field is found by its label and holds its default', async () => {
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
  test('says what is wrong, on its field and above, and keeps what was typed', async () => {
    let Stub = page(async (request) => {
      let typed = await request.formData();
      return json({ lastResult: { ...refusal.lastResult, initialValue: { name: String(typed.get('name')) } } }, 422);
    });
    render(<Stub />);
    let name = await screen.findByRole('textbox', { name: 'Name' });
    await userEvent.type(name, 'my-engine');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The whole form is wrong.');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('my-engine');
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeInvalid();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(/This name is wrong\./);
    expect(screen.getByRole('link', { name: 'This name is wrong.' })).toHaveAttribute('href', '#example-name');
    expect(document.getElementById('example-name')).toBe(screen.getByRole('textbox', { name: 'Name' }));
  });

  test('is the same in the HTML of the server, without scripts', () => {
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
    expect(document.querySelector('form')).toHaveAttribute('method', 'post');
    document.body.innerHTML = '';
  });
});

test('a form is sent once, however often it is pressed', async () => {
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

test('confirming by name shows the name and sends what was typed', async () => {
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
