import type { ReactNode } from 'react';
import { paths } from '../../links/paths';
import { useMayCreate } from '../../shell/use-page';
import { siteName } from '../../config/site';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { PackageIcon } from '../../ui/package-icon';
import { PageTitle } from '../../ui/page-title';
import type { FirstStep } from './home.server';

const packageQuestions = [
  'How many downloads are there, and how many different people are behind them?',
  'Which companies use the package?',
  'Where in the world is it used?',
  'Which versions and platforms are in use?',
];
const pixelQuestions = [
  'How many people read the documentation?',
  'Which pages do they read, and where do they come from?',
  'Which companies are looking before they download?',
];

export function Welcome({ owner }: { owner: string }) {
  let mayCreate = useMayCreate();
  return (
    <div className="flex flex-col gap-5">
      <PageTitle
        title={`Welcome to ${siteName}`}
        description="Download and adoption metrics for your open source software."
      />
      <div className="grid gap-4 md:grid-cols-2">
        <Start
          title="Create a Package"
          icon={<PackageIcon className="size-8" decorative />}
          intro="Serve downloads through your own gateway address. It sends people on to where the files are, and answers:"
          questions={packageQuestions}
          action={mayCreate && <LinkButton to={paths.newPackage(owner)}>Create a package</LinkButton>}
        />
        <Start
          title="Create a Pixel"
          icon={<PackageIcon type="pixel" className="size-8" decorative />}
          intro="Put one invisible image into your README or documentation. It sets no cookies, and answers:"
          questions={pixelQuestions}
          action={mayCreate && <LinkButton to={paths.newPixel(owner)}>Create a pixel</LinkButton>}
        />
      </div>
    </div>
  );
}

interface StartProps {
  title: string;
  icon: ReactNode;
  intro: string;
  questions: readonly string[];
  action: ReactNode;
}

function Start({ title, icon, intro, questions, action }: StartProps) {
  return (
    <Card title={title} actions={icon}>
      <div className="flex flex-col items-start gap-4">
        <p>{intro}</p>
        <ul className="list-disc pl-5 text-muted">
          {questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
        {action}
      </div>
    </Card>
  );
}

export function EverythingFiltered({ without }: { without: string }) {
  return (
    <Card title="Everything is left out">
      <p className="mb-4">
        There are downloads or views. The filter, or the switch for bots and mirrors, leaves all of them out.
      </p>
      <LinkButton to={without} variant="outline">
        Show all events
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
      <Card title="Nothing counted yet">
        <p>The first package has no address yet. Give it a route, and its downloads will show here.</p>
        {links}
      </Card>
    );
  return (
    <Card title={first.isPixel ? 'Record your first view' : 'Record your first download'}>
      <p className="mb-2">
        {first.isPixel ? `Put ${first.name} into a page:` : `This is what people use to get ${first.name}:`}
      </p>
      <CopyText text={first.command} label={first.isPixel ? 'snippet' : 'command'} />
      {first.tryLine && (
        <>
          <p className="mt-4 mb-2">Or record one event from a terminal right now:</p>
          <CopyText text={first.tryLine} label="curl line" />
        </>
      )}
      {filtered && <p className="mt-4 text-muted">Events that the persisted filters leave out do not show here.</p>}
      {links}
    </Card>
  );
}
