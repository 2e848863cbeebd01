/** Badges: switched by those who may change a package, read by everybody. */
import { badgesApi, BadgeKind } from 'contract/analytics/badges';
import { packageById } from '../../packages/packages';
import { ApiError } from '../../floor/api-error';
import { serve } from '../http/handler';
import { packageBadges, packageWithBadge, setBadges } from '../../reports/analytics/badges';

export const badgeEndpoints = serve(badgesApi, {
  async getPackageBadges({ parts, owner, params }) {
    let { id } = await packageById(parts.records, owner.id, params.package_id);
    return { on: await packageBadges(parts.records, id) };
  },

  async setPackageBadges({ parts, owner, params, body, act }) {
    let { id } = await packageById(parts.records, owner.id, params.package_id);
    await setBadges(parts.records, id, body.on, act.time);
    return { on: await packageBadges(parts.records, id) };
  },

  async getPublicBadge({ parts, params, address }) {
    await parts.attempts.badge(address);
    let kind = BadgeKind.safeParse(params.badge).data;
    let item = kind && (await packageWithBadge(parts.records, params.package_id, kind));
    if (!kind || !item) throw new ApiError('not-found');
    return parts.badges.numbersOf(parts, item, kind);
  },
});
