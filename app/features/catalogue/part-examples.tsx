/** Buttons, badges, avatars and icons, in all their variants. */
import { Avatar, avatarSizes } from '../../ui/avatar';
import { Badge, badgeColours } from '../../ui/badge';
import { Button, buttonSizes, buttonVariants, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { PackageIcon, packageIconTypes } from '../../ui/package-icon';

const row = 'flex flex-wrap items-center gap-3';

export function PartExamples() {
  return (
    <>
      <Card title="Buttons">
        <div className="flex flex-col gap-3">
          {buttonVariants.map((variant) => (
            <div key={variant} className={row}>
              {buttonSizes.map((size) => (
                <Button key={size} variant={variant} size={size}>
                  {variant} {size}
                </Button>
              ))}
              <Button variant={variant} loading>
                loading
              </Button>
              <Button variant={variant} disabled>
                disabled
              </Button>
            </div>
          ))}
          <div className={row}>
            <LinkButton to="/components" variant="outline">
              A link as a button
            </LinkButton>
          </div>
        </div>
      </Card>
      <Card title="Badges">
        <div className={row}>
          {badgeColours.map((colour) => (
            <Badge key={colour} colour={colour}>
              {colour}
            </Badge>
          ))}
        </div>
      </Card>
      <Card title="Avatars and package icons">
        <div className={row}>
          {avatarSizes.map((size) => (
            <span key={size} className={row}>
              <Avatar name="Ada Lovelace" size={size} />
              <Avatar name="hopper-labs" size={size} square />
            </span>
          ))}
          {packageIconTypes.map((type) => (
            <PackageIcon key={type} type={type} />
          ))}
        </div>
      </Card>
    </>
  );
}
