import type { ReactNode } from 'react';
import { LinkButton } from './button';
import { Card } from './card';

interface DangerZoneProps {
  to: string;
  /** Of the button, such as `Delete pixel`. */
  label: string;
  /** What is lost. */
  children: ReactNode;
}

/** The card that leads to the page where something is deleted. */
export function DangerZone({ to, label, children }: DangerZoneProps) {
  let button = (
    <LinkButton to={to} variant="danger-outline" size="sm">
      {label}
    </LinkButton>
  );
  return (
    <Card title="Danger zone" actions={button}>
      <p className="text-sm text-muted">{children}</p>
    </Card>
  );
}
