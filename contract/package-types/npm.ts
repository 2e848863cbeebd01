/** npm: packages of a registry that speaks npm's protocol, with a scope or without. */
import type { PackageTypeWords } from './type';

export const npm = {
  name: 'npm',
  label: 'npm',
  hostLabel: 'npm',
  unless: 'your other packages there come from another registry',
  serving: {
    command: ({ name }, { origin }) => ({
      label: 'Install command',
      text: `npm install ${name} --registry ${origin}/`,
    }),
  },
} as const satisfies PackageTypeWords;
