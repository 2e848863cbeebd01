/**
 * The page after a pixel was made: the snippet, where to put it, what a custom domain still needs.
 */
import { paths } from '../../paths';
import { Alert } from '../../ui/alert';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { PixelCard } from './pixel-card';
import type { PixelView } from './read.server';

interface CreatedProps {
  view: PixelView;
  tryLine: string;
  /** Custom domains that are not verified. */
  unverified: readonly string[];
  /** The host a CNAME record has to point to. */
  pointsTo: string;
  mayChange: boolean;
}

export function CreatedPixel({ view, tryLine, unverified, pointsTo, mayChange }: CreatedProps) {
  let { owner, id } = view.pixel;
  return (
    <div className="flex flex-col gap-4">
      <p>
        Paste the snippet into the pages you want to count, anywhere in their body. It sets no cookie and shows nothing.
        Views show up at the next page load.
      </p>
      {unverified.length > 0 && (
        <Alert
          variant="warning"
          title="One more step: verify your domain"
          action={
            <LinkButton to={paths.pixelEdit(owner, id)} variant="outline" size="sm">
              All DNS records
            </LinkButton>
          }
        >
          Add a CNAME record for <b className="break-all">{unverified.join(', ')}</b> that points to{' '}
          <b className="break-all">{pointsTo}</b>. The snippet uses the common host until the domain is verified.
        </Alert>
      )}
      <PixelCard {...view} mayChange={mayChange} />
      <Card title="Try it now" description="This line records one view.">
        <CopyText text={tryLine} label="line to try" wrap />
      </Card>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={paths.pixels(owner)}>Go to your pixels</LinkButton>
        <LinkButton to={paths.analytics(owner, { pixel: id })} variant="outline">
          View analytics
        </LinkButton>
        <LinkButton to={paths.newPixel(owner)} variant="outline">
          Create another pixel
        </LinkButton>
      </div>
    </div>
  );
}
