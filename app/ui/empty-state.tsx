/** Message for a page without data, with the next step. */
import type { ReactNode } from 'react';
import { LinkButton } from './button';
import { CopyText } from './copy-text';
import { WaterLine } from './mark';

interface EmptyStateProps {
  title: string;
  icon?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-10 text-center">
      {icon ?? <WaterLine className="mb-1 text-line-strong" />}
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-prose text-sm text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

export interface NextStepContent {
  title: string;
  text: string;
  command?: string;
  to?: string;
  label?: string;
}

export function NextStep({ step: { title, text, command, to, label } }: { step: NextStepContent }) {
  return (
    <>
      <EmptyState title={title} action={to && <LinkButton to={to}>{label}</LinkButton>}>
        {text}
      </EmptyState>
      {command && (
        <div className="-mt-8 px-4 pb-8 sm:px-6">
          <CopyText text={command} label="command" wrap />
        </div>
      )}
    </>
  );
}
