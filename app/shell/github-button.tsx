/** The way in by GitHub, below the form of sign-in and registration. */
import { paths } from '../paths';
import { LinkButton } from '../ui/button';

export function GithubButton({ backTo }: { backTo?: string }) {
  return (
    <div className="flex flex-col gap-4 border-t border-line pt-5">
      <LinkButton to={paths.githubLogin(backTo)} reloadDocument variant="outline" wide>
        Continue with GitHub
      </LinkButton>
    </div>
  );
}
