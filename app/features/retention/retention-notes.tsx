import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';

/** Event retention, with a link to its page for owners. */
export function RetentionCard({ sentence, to }: { sentence: string; to: string | undefined }) {
  return (
    <Card
      title="Retention"
      actions={
        to && (
          <LinkButton to={to} variant="outline" size="sm">
            Change<span className="sr-only"> event retention</span>
          </LinkButton>
        )
      }
    >
      <p className="text-sm text-muted">{sentence}</p>
    </Card>
  );
}

/** Renders nothing for an empty note. */
export function RetentionNote({ note }: { note: string }) {
  return note ? <p className="text-sm text-muted">{note}</p> : null;
}
