/**
 * The way on to the payment provider. A form may not redirect to another site (content security
 * policy), so the page leads there.
 */
import { useEffect } from 'react';
import { Card } from '../../ui/card';

export function ContinueAt({ url }: { url: string }) {
  useEffect(() => window.location.assign(url), [url]);
  return (
    <Card>
      <p>
        You pay on the pages of our payment provider and come back here afterwards.{' '}
        <a href={url} className="font-medium text-accent underline">
          Continue to Stripe
        </a>
      </p>
    </Card>
  );
}
