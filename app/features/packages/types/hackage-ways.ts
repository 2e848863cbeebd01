/** How people use a Hackage package through the gateway. */
import type { Way } from './ways';

/** The ways to use a package at `origin`. */
export function hackageWays(name: string, origin: string): Way[] {
  let repository = new URL(origin).hostname;
  return [
    {
      title: 'Repository of all packages',
      description:
        'The gateway sends clients on to the repository for everything. cabal needs curl or wget to follow it there, ' +
        'and secure: False for a repository without signatures.',
      texts: [
        {
          label: 'cabal.project',
          text: [
            `repository ${repository}`,
            `  url: ${origin}/`,
            '  secure: True',
            '',
            `active-repositories: ${repository}`,
          ].join('\n'),
        },
        { label: 'Once', text: `cabal update && cabal get ${name}` },
        { label: 'stack.yaml of Stack', text: `package-index:\n  download-prefix: ${origin}/` },
      ],
    },
  ];
}
