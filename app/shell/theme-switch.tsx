/** Three buttons for the theme; each posts to /theme and comes back here. */
import { Form } from '@remix-run/react';
import { paths } from '../paths';
import { type Theme, themes } from '../session/theme';
import { classes } from '../ui/class-names';
import { useHere } from './use-current-url';

const labels: Record<Theme, string> = { system: 'System', light: 'Light', dark: 'Dark' };

export function ThemeSwitch({ theme }: { theme: Theme }) {
  let here = useHere();
  return (
    <Form method="post" action={paths.theme()} preventScrollReset className="flex items-center gap-2">
      <input type="hidden" name="back" value={here} />
      <span id="theme-label">Theme</span>
      <span role="group" aria-labelledby="theme-label" className="flex rounded-md border border-line-strong p-0.5">
        {themes.map((name) => (
          <button
            key={name}
            type="submit"
            name="theme"
            value={name}
            aria-pressed={name === theme}
            className={classes(
              'min-h-6 cursor-pointer rounded px-2 text-xs',
              name === theme ? 'bg-accent-soft font-medium text-accent-strong' : 'hover:bg-sunken',
            )}
          >
            {labels[name]}
          </button>
        ))}
      </span>
    </Form>
  );
}
