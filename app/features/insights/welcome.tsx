/** The home page before the first package or pixel: what each tells, and the two ways to begin. */
import type { ReactNode } from 'react';
import { paths } from '../../paths';
import { useMayCreate } from '../../shell/may-create';
import { siteName } from '../../site';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { PackageIcon } from '../../ui/package-icon';
import { PageTitle } from '../../ui/page-title';

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
          icon={<PackageIcon type="docker" className="size-8" decorative />}
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
