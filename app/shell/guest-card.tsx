import type { ReactNode } from 'react';
import { paths } from '../links/paths';
import { LinkButton } from '../ui/button';

export function GuestCard({ title, foot, children }: { title: string; foot?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-6">
      <h1 className="text-xl font-semibold">{title}</h1>
      {children}
      {foot && <p className="text-sm text-muted">{foot}</p>}
    </section>
  );
}

export function GithubButton({ backTo }: { backTo?: string }) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <LinkButton to={paths.githubLogin(backTo)} reloadDocument variant="outline" wide>
        Continue with GitHub
      </LinkButton>
    </div>
  );
}
