/** Apart from the form, whose library the package page does not load. */
import type { Package } from 'contract/packages/packages';
import { paths } from '../../links/paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Facts } from '../../ui/description-list';
import type { BadgeSnippet } from './badges.server';

interface BadgesCardProps {
  item: Pick<Package, 'owner' | 'type' | 'name'>;
  badges: readonly BadgeSnippet[];
}

export function BadgesCard({ item, badges }: BadgesCardProps) {
  let on = badges.filter(({ isOn }) => isOn);
  return (
    <Card
      title="Badges"
      description="Public download badges for your README."
      actions={
        <LinkButton to={paths.packageBadges(item.owner, item.type, item.name)} variant="outline" size="sm">
          {on.length > 0 ? 'Change' : 'Set up'}
          <span className="sr-only"> badges</span>
        </LinkButton>
      }
    >
      <Facts facts={[{ label: 'Public', value: on.map(({ label }) => label).join(', ') || 'None' }]} />
    </Card>
  );
}
