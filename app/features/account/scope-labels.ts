/** What the scopes of an API token are called. */
import type { TokenScope } from 'contract/tokens';

export const scopeWords: Record<TokenScope, { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'View packages, pixels, members and reports.' },
  write: { label: 'Write', hint: 'Create, change and delete packages, pixels and members.' },
  export: { label: 'Export', hint: 'Export raw events.' },
};

export const scopeNames = Object.keys(scopeWords) as TokenScope[];
