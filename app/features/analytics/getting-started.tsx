import { packageTypes } from 'contract/packages/package-types/list';
import type { ReactNode } from 'react';
import { paths } from '../../links/paths';
import { useMayCreate } from '../../shell/use-page';
import { siteName } from '../../config/site';
import { AlertBox } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { PackageIcon } from '../../ui/package-icon';
import { PageTitle } from '../../ui/page-title';
import type { FirstStep } from './home.server';

const packageReports = ['Downloads and unique users', 'Versions, platforms and countries', 'Companies using it'];
const pixelReports = ['Readers of your docs', 'Pages and referrers', 'Companies evaluating you'];

export interface WelcomeData {
  /** How much of the installation is set up, for administrators; empty if all is. */
  setup: string;
  /** Registries whose own counts packages can show, as text; empty if there are none. */
  registries: string;
  imports: string;
}

export function Welcome({ owner, setup, registries, imports }: WelcomeData & { owner: string }) {
  let mayCreate = useMayCreate();
  return (
    <div className="flex flex-col gap-5">
      <PageTitle
        title={`Welcome to ${siteName}`}
        description="Download and adoption metrics for your open source software."
      />
      {setup && (
        <AlertBox
          title="Set up this installation"
          action={
            <LinkButton to={paths.admin()} variant="outline" size="sm">
              Open the checklist
            </LinkButton>
          }
        >
          {setup}
        </AlertBox>
      )}
      <div className="grid gap-4 md:grid-cols-2">
        <Start
          title="Create a package"
          icon={<PackageIcon className="size-8" decorative />}
          intro="Give users a download URL you control. We count each download, then redirect to the real file. You’ll see:"
          reports={packageReports}
          action={mayCreate && <TypeLinks owner={owner} />}
        />
        <Start
          title="Create a pixel"
          icon={<PackageIcon type="pixel" className="size-8" decorative />}
          intro="Put an invisible image into your README or docs. It sets no cookies. You’ll see:"
          reports={pixelReports}
          action={mayCreate && <LinkButton to={paths.newPixel(owner)}>Create a pixel</LinkButton>}
        />
      </div>
      <Card title="Before any URL changes">
        <div className="flex flex-col items-start gap-4">
          {registries ? (
            <p>
              Create a package, and all downloads its registry counts appear in its chart within minutes. Works with{' '}
              {registries}.
            </p>
          ) : (
            <p>Administrators: set REGISTRY_COUNTS to show what registries count.</p>
          )}
          <p>Import access logs and CSV files of past downloads.</p>
          {mayCreate && (
            <LinkButton to={imports} variant="outline">
              Import past data
            </LinkButton>
          )}
        </div>
      </Card>
    </div>
  );
}

interface StartProps {
  title: string;
  icon: ReactNode;
  intro: string;
  reports: readonly string[];
  action: ReactNode;
}

function Start({ title, icon, intro, reports, action }: StartProps) {
  return (
    <Card title={title} actions={icon}>
      <div className="flex flex-col items-start gap-4">
        <p>{intro}</p>
        <ul className="list-disc pl-5 text-muted">
          {reports.map((report) => (
            <li key={report}>{report}</li>
          ))}
        </ul>
        {action}
      </div>
    </Card>
  );
}

/** One click to the form of a type. */
function TypeLinks({ owner }: { owner: string }) {
  return (
    <ul aria-label="Package type" className="flex flex-wrap gap-2">
      {packageTypes.map(({ name, label }) => (
        <li key={name}>
          <LinkButton to={paths.newPackage(owner, name)} variant="outline" size="sm">
            <PackageIcon type={name} decorative className="size-4" />
            {label}
          </LinkButton>
        </li>
      ))}
    </ul>
  );
}

export function EverythingFiltered({ without }: { without: string }) {
  return (
    <Card title="No matching events">
      <p className="mb-4">Your filters hide everything.</p>
      <LinkButton to={without} variant="outline">
        Clear filters
      </LinkButton>
    </Card>
  );
}

interface FirstEventProps {
  owner: string;
  first: FirstStep | null;
  filtered: boolean;
}

/** Shown until the first event. */
export function FirstEventGuide({ owner, first, filtered }: FirstEventProps) {
  let links = (
    <div className="mt-4 flex flex-wrap gap-2">
      <LinkButton to={paths.packages(owner)} variant="outline">
        Packages
      </LinkButton>
      <LinkButton to={paths.pixels(owner)} variant="outline">
        Pixels
      </LinkButton>
    </div>
  );
  if (!first)
    return (
      <Card title="No downloads yet">
        <p>Add a route to your package to get its download URL.</p>
        {links}
      </Card>
    );
  return (
    <Card title={first.isPixel ? 'Record your first view' : 'Record your first download'}>
      <p className="mb-2">{first.isPixel ? `Paste ${first.name} into a page:` : `Put this into your docs:`}</p>
      <CopyText text={first.command} label={first.isPixel ? 'snippet' : 'command'} />
      {first.tryLine && (
        <>
          <p className="mt-4 mb-2">Or run this to record a test {first.isPixel ? 'page view' : 'download'}:</p>
          <CopyText text={first.tryLine} label="test command" />
        </>
      )}
      {filtered && <p className="mt-4 text-muted">Saved filters hide some events.</p>}
      {links}
    </Card>
  );
}
