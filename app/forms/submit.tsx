import { useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '../ui/button';

interface SubmitButtonProps {
  children: ReactNode;
  pending?: string;
  variant?: ButtonVariant;
  size?: ButtonSize;
  wide?: boolean;
  name?: string;
  value?: string;
}

/** Disabled while the request runs, so that a form is not sent twice. */
export function SubmitButton({ children, pending, ...rest }: SubmitButtonProps) {
  let navigation = useNavigation();
  let busy = navigation.state !== 'idle';
  let sending = busy && navigation.formMethod !== undefined && navigation.formMethod !== 'GET';
  return (
    <Button type="submit" disabled={busy} loading={sending} {...rest}>
      {sending && pending ? pending : children}
    </Button>
  );
}
