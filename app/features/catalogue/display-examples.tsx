import { AlertBox, alertVariants } from '../../ui/alert';
import { Avatar, avatarSizes } from '../../ui/avatar';
import { Badge, badgeColours } from '../../ui/badge';
import { Button, buttonSizes, buttonVariants, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { Chips } from '../../ui/chips';
import { CopyText } from '../../ui/copy-text';
import { EmptyState } from '../../ui/empty-state';
import { Mark, WaterLine } from '../../ui/mark';
import { PackageIcon, packageIconTypes } from '../../ui/package-icon';
import { TableCell, TableRow, Table } from '../../ui/table';
import { Tabs } from '../../ui/tabs';

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
      <Card title="Mark and water line">
        <div className={row}>
          <Mark className="size-14" />
          <Mark className="size-7" />
          <Mark className="size-4" />
          <WaterLine className="text-line-strong" />
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

const here = '/components';
const versions = [
  { name: '2.1.0', downloads: '12,480', change: '+4.1%' },
  { name: '2.0.3', downloads: '9,112', change: '−0.6%' },
];

export function TextExamples() {
  return (
    <>
      <Card title="Alerts">
        <div className="flex flex-col gap-3">
          {alertVariants.map((variant) => (
            <AlertBox
              key={variant}
              variant={variant}
              title={variant}
              closable
              action={
                <LinkButton to={here} size="sm" variant="outline">
                  An action
                </LinkButton>
              }
            >
              What happened and what to do.
            </AlertBox>
          ))}
          <AlertBox>Without a title, an action or a cross.</AlertBox>
        </div>
      </Card>
      <Card title="Table" flush>
        <Table
          caption="Downloads by version"
          columns={[{ label: 'Version' }, { label: 'Downloads', numeric: true }, { label: 'Change', numeric: true }]}
        >
          {versions.map((version) => (
            <TableRow key={version.name}>
              <TableCell rowHeader>{version.name}</TableCell>
              <TableCell numeric>{version.downloads}</TableCell>
              <TableCell numeric>{version.change}</TableCell>
            </TableRow>
          ))}
        </Table>
      </Card>
      <Card title="Tabs, chips, copyable text">
        <div className="flex flex-col gap-4">
          <Tabs
            label="Example tabs"
            tabs={[
              { label: 'Overview', to: here },
              { label: 'Other', to: `${here}?tab=other`, current: false },
            ]}
          />
          <Chips
            label="Example filters"
            chips={[
              { label: 'Docker', to: here, on: true },
              { label: 'File', to: here, on: false },
            ]}
          />
          <CopyText label="pull command" text="docker pull hopper-labs.docker.localhost:8081/library/compiler" />
        </div>
      </Card>
      <Card title="Empty state">
        <EmptyState title="Nothing here yet" action={<LinkButton to={here}>The next step</LinkButton>}>
          One sentence says what would be here.
        </EmptyState>
      </Card>
    </>
  );
}
