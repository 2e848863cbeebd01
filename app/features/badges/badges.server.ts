import { BadgeKind, type BadgeNumbers } from 'contract/analytics/badges';
import { z } from 'zod';
import { env } from '../../config/env.server';
import { paths } from '../../links/paths';
import { formatCompact, formatPercent } from '../../ui/numbers';

const labels: Record<BadgeKind, string> = {
  downloads: 'Downloads',
  'newest-version': 'Latest version share',
  companies: 'Companies last month',
};

const versionShown = 24;

export function badgeTexts({ kind, part, whole = 0, version = '' }: BadgeNumbers): [label: string, value: string] {
  if (kind === 'downloads') return ['downloads', formatCompact(part)];
  if (kind === 'companies') return ['companies last month', formatCompact(part)];
  return [
    'on the newest version',
    version ? `${formatPercent(part, whole)} (${version.slice(0, versionShown)})` : 'none yet',
  ];
}

/** One checkbox per badge. */
export const BadgesInput = z.object(
  Object.fromEntries(BadgeKind.options.map((kind) => [kind, z.boolean().default(false)])) as Record<
    BadgeKind,
    z.ZodDefault<z.ZodBoolean>
  >,
);

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
    let label = labels[kind];
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
