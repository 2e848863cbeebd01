/** The page after a package was made: what to hand out, what will be seen, where to go next. */
import type { Package } from 'contract/packages';
import type { PackageCommand } from '../../gateway-addresses';
import { paths } from '../../paths';
import { Alert } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { typeLabel } from './type-label';

interface CreatedProps {
  item: Package;
  command: PackageCommand | null;
  tryLine: string | null;
  /** A domain of the owner's own, which needs a DNS record. */
  customHost: string | undefined;
  defaultHost: string;
}

const reported = [
  'Downloads over time, and how many different sources they come from',
  'Versions, platforms and clients',
  'Countries, companies and cloud providers behind the addresses',
];

export function CreatedPackage({ item, command, tryLine, customHost, defaultHost }: CreatedProps) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        Congratulations on setting up your {typeLabel(item.type)} package{' '}
        <strong className="break-all">{item.name}</strong>!
      </p>
      {customHost && (
        <Alert variant="warning" title="One more step: DNS">
          Add a CNAME record for <b className="break-all">{customHost}</b> that points to{' '}
          <b className="break-all">{defaultHost}</b>. Until then nobody reaches the package there.
        </Alert>
      )}
      {command && (
        <Card title={command.label} description="Put this into your documentation in place of the old one.">
          <CopyText text={command.text} label={command.label.toLowerCase()} wrap />
        </Card>
      )}
      {tryLine && (
        <Card
          title="Try it now"
          description="This line prints the gateway’s answer and records one download, which shows up at the next page load."
        >
          <CopyText text={tryLine} label="line to try" wrap />
        </Card>
      )}
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
      {item.type === 'docker' && (
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
