import type { ReactNode } from 'react';
import { typeNamed } from 'contract/packages/package-types/list';
import type { Package } from 'contract/packages/packages';
import type { PackageCommand } from '../../gateway/gateway-addresses';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { EarlierNumbers } from './registry-counts';
import type { RegistryCountsState } from './registry-counts.server';

interface CreatedProps {
  item: Package;
  command: PackageCommand | null;
  tryLine: string | null;
  /** Unverified custom domain. */
  unverified: string | undefined;
  defaultHost: string;
  counts: RegistryCountsState | undefined;
  imports: string;
  arrival: ReactNode;
}

export function CreatedPackage({
  item,
  command,
  tryLine,
  unverified,
  defaultHost,
  counts,
  imports,
  arrival,
}: CreatedProps) {
  let { unless } = typeNamed(item.type);
  return (
    <div className="flex flex-col gap-4">
      {unverified && (
        <AlertBox
          variant="warning"
          title="One more step: verify your domain"
          action={
            <LinkButton to={paths.packageSetup(item.owner, item.type, item.name)} variant="outline" size="sm">
              All DNS records
            </LinkButton>
          }
        >
          Point a CNAME for <b className="wrap-anywhere">{unverified}</b> at{' '}
          <b className="wrap-anywhere">{defaultHost}</b>. Until it is verified, downloads are served at {defaultHost}
          {unless && `, unless ${unless}`}.
        </AlertBox>
      )}
      {command && (
        <Card title={command.label} description="Replace the install command in your docs with this one.">
          <CopyText text={command.text} label={command.label.toLowerCase()} wrap />
        </Card>
      )}
      {tryLine && (
        <Card title="Try it now" description="Run this to record a test download.">
          <CopyText text={tryLine} label="test command" wrap />
        </Card>
      )}
      {counts && <EarlierNumbers {...{ item, counts, imports }} mayChange />}
      {arrival && <div>{arrival}</div>}
      <NextSteps item={item} />
    </div>
  );
}

function NextSteps({ item }: { item: Package }) {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton to={paths.packageSetup(item.owner, item.type, item.name)}>Go to your package</LinkButton>
      <LinkButton to={paths.analytics(item.owner, { package: item.id })} variant="outline">
        View analytics
      </LinkButton>
      <LinkButton to={paths.newPixel(item.owner, item.id)} variant="outline">
        Create a pixel
      </LinkButton>
      {typeNamed(item.type).hasCollections && (
        <LinkButton to={paths.newCollection(item.owner)} variant="outline">
          Create a collection
        </LinkButton>
      )}
      <LinkButton to={paths.newPackage(item.owner)} variant="outline">
        Create a package
      </LinkButton>
    </div>
  );
}
