/** The home page between the first package and its first download: the command to try. */
import { paths } from '../../paths';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import type { FirstStep } from './home.server';

/** Instead of it where there are events, and a filter leaves none of them. */
export function AllHidden({ without }: { without: string }) {
  return (
    <Card title="The filter leaves nothing">
      <p className="mb-4">There are downloads or views, and none of them meets this filter.</p>
      <LinkButton to={without} variant="outline">
        Show all events
      </LinkButton>
    </Card>
  );
}

interface FirstEventProps {
  owner: string;
  first: FirstStep | null;
  /** What to do where there is no step. */
  hint: string;
  /** Persisted filters hold: there may be events that they leave out. */
  filtered: boolean;
}

export function FirstEvent({ owner, first, hint, filtered }: FirstEventProps) {
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
        <p>{hint}</p>
        {links}
      </Card>
    );
  return (
    <Card title={first.isPixel ? 'Waiting for the first view' : 'Waiting for the first download'}>
      <p className="mb-2">
        {first.isPixel ? `Put ${first.name} into a page:` : `This is what people use to get ${first.name}:`}
      </p>
      <CopyText text={first.command} label={first.isPixel ? 'snippet' : 'command'} />
      {first.tryLine && (
        <>
          <p className="mt-4 mb-2">Or record one event from a terminal right now, then load this page again:</p>
          <CopyText text={first.tryLine} label="curl line" />
        </>
      )}
      {filtered && <p className="mt-4 text-muted">Events that the persisted filters leave out do not show here.</p>}
      {links}
    </Card>
  );
}
