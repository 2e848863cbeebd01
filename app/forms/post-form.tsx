import { Form, type FormProps, useRouteLoaderData } from '@remix-run/react';
import { openedAsField } from '../session/opened-as';

/** A form without AppForm's checks. It posts who opened it, see opened-as.server.ts. */
export function PostForm({ method = 'post', children, ...rest }: FormProps) {
  let site = useRouteLoaderData('root') as { openedAs?: string | null } | undefined;
  return (
    <Form method={method} {...rest}>
      {method === 'post' && site?.openedAs && <input type="hidden" name={openedAsField} value={site.openedAs} />}
      {children}
    </Form>
  );
}
