/** What the scopes of an API token are called. */
import type { TokenScope } from 'contract/tokens';

export const scopeWords: Record<TokenScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'Look at packages, pixels, members and reports.' },
  write: { label: 'Write', hint: 'Create, change and delete packages, pixels and members.' },
  export: { label: 'Export', hint: 'Take single events away as files.' },
};

export const scopeNames = Object.keys(scopeWords) as TokenScope[];
