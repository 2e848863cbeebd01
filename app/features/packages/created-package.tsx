import type { ReactNode } from 'react';
import { typeNamed } from 'contract/packages/package-types/list';
import type { Package } from 'contract/packages/packages';
import type { PackageCommand } from '../../gateway/gateway-addresses';
import { paths } from '../../links/paths';
import { AlertBox } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { typeLabel } from './type-label';

interface CreatedProps {
  item: Package;
  command: PackageCommand | null;
  tryLine: string | null;
  /** Unverified custom domain. */
  unverified: string | undefined;
  defaultHost: string;
  arrival: ReactNode;
}

const reported = [
  'Downloads over time, and how many different sources they come from',
  'Versions, platforms and clients',
  'Countries, companies and cloud providers behind the addresses',
];

export function CreatedPackage({ item, command, tryLine, unverified, defaultHost, arrival }: CreatedProps) {
  let { unless } = typeNamed(item.type);
  return (
    <div className="flex flex-col gap-4">
      <p>
        Congratulations on setting up your {typeLabel(item.type)} package{' '}
        <strong className="break-all">{item.name}</strong>!
      </p>
      {unverified && (
        <AlertBox
          variant="warning"
          title="One more step: verify your domain"
          action={
            <LinkButton to={paths.package(item.owner, item.type, item.name)} variant="outline" size="sm">
              All DNS records
            </LinkButton>
          }
        >
          Add a CNAME record for <b className="break-all">{unverified}</b> that points to{' '}
          <b className="break-all">{defaultHost}</b>. Downloads at your domain are not served until it is verified;
          until then the package answers at {defaultHost}
          {unless && `, unless ${unless}`}.
        </AlertBox>
      )}
      {command && (
        <Card title={command.label} description="Put this into your documentation in place of the old one.">
          <CopyText text={command.text} label={command.label.toLowerCase()} wrap />
        </Card>
      )}
      {tryLine && (
        <Card title="Try it now" description="This line prints the gateway’s answer and records one download.">
          <CopyText text={tryLine} label="line to try" wrap />
        </Card>
      )}
      {arrival}
      <Card title="What you will see">
        <ul className="list-inside list-disc text-sm">
          {reported.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </Card>
      <NextSteps item={item} />
    </div>
  );
}

function NextSteps({ item }: { item: Package }) {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton to={paths.package(item.owner, item.type, item.name)}>Go to your package</LinkButton>
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
