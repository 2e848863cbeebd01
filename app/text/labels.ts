/** Labels of roles, funnel stages, audiences and levels of importance. */
import { figures } from 'contract/analytics/figures';
import type { Audience } from 'contract/analytics/audience';
import type { FunnelStage } from 'contract/analytics/funnel-stages';
import type { Importance } from 'contract/rules/fields';
import type { AnyRole, Role } from 'contract/accounts/users';
import { hasKey } from 'contract/floor/keys-of';

export const roleLabels: Record<AnyRole, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  others: 'Other',
};

/** Whether the role may manage the owner's packages and settings. */
export function isManagerRole(role: AnyRole): boolean {
  return role === 'owner' || role === 'admin';
}

/** Only owners can appoint owners (domain rule). */
export function rolesGivenBy(role: AnyRole): { value: Role; label: string }[] {
  let given: Role[] = role === 'owner' ? ['owner', 'admin', 'member'] : ['admin', 'member'];
  return given.map((value) => ({ value, label: roleLabels[value] }));
}

/** Distinct visitors, by what is counted. */
export const uniqueLabels = { Downloads: figures.users.label, Views: figures.visitors.label } as const;

export const stageLabels: Record<FunnelStage, string> = {
  interest: 'Interest',
  investigation: 'Investigation',
  experimentation: 'Experimentation',
  'ongoing-usage': 'Ongoing usage',
  inactive: 'Inactive',
};

const audienceNames: Record<Audience, string> = {
  'person-like': 'People',
  ci: 'CI',
  automation: 'Automation',
  mirror: 'Mirrors',
  bot: 'Bots',
  'ai-user': 'AI assistants',
  'ai-crawler': 'AI crawlers',
  unknown: 'Unknown',
};

/** What readers call an audience. */
export function audienceName(audience: string): string {
  return hasKey(audienceNames, audience) ? audienceNames[audience] : audienceNames.unknown;
}

interface Level {
  value: Importance;
  label: string;
  colour: 'default' | 'blue' | 'orange';
}

export const importanceLevels: readonly Level[] = [
  { value: 'low', label: 'Low', colour: 'default' },
  { value: 'mid', label: 'Medium', colour: 'blue' },
  { value: 'high', label: 'High', colour: 'orange' },
];

/** Label and color of a level. */
export function importanceLevel(importance: Importance): Level {
  return importanceLevels.find((level) => level.value === importance)!;
}
