/** A form of the dashboard, on conform: what the server refused stands on its field, what was typed is kept, and it posts without scripts as well. */
import { type FormMetadata, FormProvider, getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, type FormProps } from '@remix-run/react';
import type { ReactNode } from 'react';

type Values = Record<string, string | string[] | boolean | null | undefined>;

interface AppFormOptions {
  /** What the fields hold before anything was typed. */
  defaultValue?: Values;
  /** Needed where one page has several forms. */
  id?: string;
}

/** The state of a form: `lastResult` is the action's refusal, as `read` in read.server.ts words it. */
export function useAppForm(
  lastResult: SubmissionResult<string[]> | null | undefined,
  options: AppFormOptions = {},
): FormMetadata<Values> {
  let [form] = useForm<Values>({ ...options, lastResult });
  return form;
}

interface AppFormProps extends Omit<FormProps, 'onSubmit' | 'id' | 'noValidate'> {
  form: FormMetadata<Values>;
  children: ReactNode;
}

/** The form element around `TextField`, `SubmitButton` and the others; posts to its own page unless `action` says otherwise. */
export function AppForm({ form, children, ...rest }: AppFormProps) {
  return (
    <FormProvider context={form.context}>
      <Form method="post" className="flex flex-col gap-4" {...rest} {...getFormProps(form, { ariaAttributes: false })}>
        {children}
      </Form>
    </FormProvider>
  );
}
