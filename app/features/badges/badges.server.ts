import { figures } from 'contract/analytics/figures';
import { BadgeKind, type BadgeNumbers } from 'contract/analytics/badges';
import { recordOf } from 'contract/floor/keys-of';
import { z } from 'zod';
import { env } from '../../config/env.server';
import { paths } from '../../links/paths';
import { formatCompact, formatPercent } from '../../ui/numbers';

const badgeFigures = {
  downloads: figures.downloads,
  'newest-version': figures.adoption,
  companies: figures.companiesLastMonth,
} satisfies Record<BadgeKind, object>;

const versionShown = 24;

export function badgeTexts({ kind, part, whole = 0, version = '' }: BadgeNumbers): [label: string, value: string] {
  let label = badgeFigures[kind].label.toLowerCase();
  if (kind !== 'newest-version') return [label, formatCompact(part)];
  return [label, version ? `${formatPercent(part, whole)} (${version.slice(0, versionShown)})` : 'none yet'];
}

/** One checkbox per badge. */
export const BadgesInput = z.object(recordOf(BadgeKind.options.map((kind) => [kind, z.boolean().default(false)])));

export interface BadgeSnippet {
  kind: BadgeKind;
  label: string;
  isOn: boolean;
  picture: string;
  markdown: string;
  html: string;
}

/** `address`: of the current page. */
export function badgeSnippets(packageId: string, on: readonly BadgeKind[], address: string): BadgeSnippet[] {
  let origin = env.PUBLIC_URL ? new URL(env.PUBLIC_URL).origin : new URL(address).origin;
  return BadgeKind.options.map((kind) => {
    let picture = paths.badge(packageId, kind);
    let { label } = badgeFigures[kind];
    return {
      kind,
      label,
      isOn: on.includes(kind),
      picture,
      markdown: `![${label}](${origin}${picture})`,
      html: `<img src="${origin}${picture}" alt="${label}" height="20">`,
    };
  });
}
