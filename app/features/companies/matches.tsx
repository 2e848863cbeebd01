/** The networks of a company, with buttons to correct the match. */
import { SubmitButton } from '../../forms/submit';
import { PostForm } from '../../forms/post-form';
import { paths } from '../../links/paths';
import { Button, LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { HiddenFields } from '../../ui/menu-items';
import { TableCell, TableRow, Table } from '../../ui/table';
import type { MatchLine } from './matches.server';

interface MatchesProps {
  owner: string;
  matches: readonly MatchLine[];
  mayChange: boolean;
}

export function Matches({ owner, matches, mayChange }: MatchesProps) {
  let own = matches.filter(({ takeBack }) => !takeBack);
  let columns = [
    { label: 'Network' },
    { label: 'Events', numeric: true },
    { label: 'Last seen' },
    ...(mayChange ? [{ label: 'Correct?' }] : []),
  ];
  return (
    <Card
      title="Networks"
      description="How we matched this company. Corrections apply to past and future events."
      actions={mayChange && own.length > 1 && <NotThem owner={owner} of={own.map(({ of }) => of)} label="All wrong" />}
      flush
    >
      <Table caption="Networks of this company" columns={columns}>
        {matches.map((match) => (
          <TableRow key={match.of}>
            <TableCell rowHeader className="min-w-48">
              <span className="break-words">{match.network}</span>
              <span className="block text-xs font-normal text-muted">{match.why}</span>
            </TableCell>
            <TableCell numeric>{match.events}</TableCell>
            <TableCell>
              <time dateTime={match.lastSeen.iso} className="whitespace-nowrap">
                {match.lastSeen.ago}
              </time>
            </TableCell>
            {mayChange && (
              <TableCell className="min-w-56">
                <Answers owner={owner} match={match} />
              </TableCell>
            )}
          </TableRow>
        ))}
      </Table>
    </Card>
  );
}

function Answers({ owner, match }: { owner: string; match: MatchLine }) {
  let about = <span className="sr-only"> {match.network}</span>;
  return (
    <div className="flex flex-wrap gap-2">
      {match.takeBack ? (
        <PostForm action={match.takeBack}>
          <SubmitButton size="sm" variant="outline">
            Remove{about}
          </SubmitButton>
        </PostForm>
      ) : (
        <NotThem owner={owner} of={[match.of]} label="Wrong company" about={match.network} />
      )}
      {match.isLow && (
        <PostForm action={paths.newCorrection(owner, [match.of])}>
          <HiddenFields fields={{ answer: 'company', name: match.name, domain: match.domain }} />
          <Button type="submit" size="sm" variant="outline">
            This is them{about}
          </Button>
        </PostForm>
      )}
      <LinkButton to={match.change} size="sm" variant="outline">
        Another company{about}
      </LinkButton>
    </div>
  );
}

interface NotThemProps {
  owner: string;
  of: readonly string[];
  label: string;
  /** Network name for screen readers. */
  about?: string;
}

function NotThem({ owner, of, label, about }: NotThemProps) {
  return (
    <PostForm action={paths.newCorrection(owner, of)}>
      <HiddenFields fields={{ answer: 'none' }} />
      <SubmitButton size="sm" variant="danger-outline">
        {label}
        {about && <span className="sr-only"> {about}</span>}
      </SubmitButton>
    </PostForm>
  );
}
