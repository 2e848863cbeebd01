import { Link } from '@remix-run/react';
import { paths } from '../../links/paths';
import { Badge } from '../../ui/badge';
import { Card } from '../../ui/card';
import { OnThisPage } from '../../ui/on-this-page';
import { PageTitle } from '../../ui/page-title';
import type { ShownGroup, ShownRule } from './rules.server';

interface CountingRulesProps {
  groups: readonly ShownGroup[];
  /** The reader's, or the organization they look at; null for visitors. */
  owner: string | null;
}

export function CountingRules({ groups, owner }: CountingRulesProps) {
  return (
    <article className="mx-auto flex w-full max-w-3xl xl:max-w-5xl flex-col gap-5">
      <PageTitle
        title="How we count"
        description="The rules behind every number: what counts, who downloads, and what reports exclude."
      />
      <p>
        Each rule has a name and a version. An event keeps the name and version of the rule that classified it, such as{' '}
        <code>ci-marker/1</code>, so an exported event can be read by the rules of its day. A rule that changes gets a
        new version; what was counted before is not changed.
      </p>
      <OnThisPage parts={groups}>
        {groups.map(({ id, title, rules }) => (
          <div key={id} id={id} className="scroll-mt-4">
            <Card title={title} flush>
              <ul className="divide-y divide-line border-t border-line">
                {rules.map((rule) => (
                  <Rule key={rule.code} rule={rule} />
                ))}
              </ul>
            </Card>
          </div>
        ))}
      </OnThisPage>
      <p id="recorded" className="scroll-mt-4 text-sm text-muted">
        <RecordedNote owner={owner} />
      </p>
      <p className="text-sm text-muted">
        The same rules for programs:{' '}
        <a href={paths.howWeCountJson()} className="text-accent underline">
          how-we-count.json
        </a>
        . How to set up packages and read reports is in the{' '}
        <Link to={paths.docs()} className="text-accent underline">
          documentation
        </Link>
        .
      </p>
    </article>
  );
}

function RecordedNote({ owner }: { owner: string | null }) {
  if (owner === null)
    return (
      <>
        What the packages of one owner record about you, for how long, and how to opt out is at{' '}
        <code>/data-collection/</code> with the owner’s name behind it.
      </>
    );
  return (
    <>
      What the packages of {owner} record about people, for how long, and how they opt out is in the{' '}
      <Link to={paths.dataCollection(owner)} className="text-accent underline">
        data collection notice
      </Link>
      .
    </>
  );
}

function Rule({ rule }: { rule: ShownRule }) {
  return (
    <li className="flex flex-col gap-1 px-4 py-3 sm:px-6">
      <p>{rule.says}</p>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {rule.badge && <Badge>{rule.badge}</Badge>}
        <code className="wrap-anywhere">{rule.code}</code>
        <span>
          Source:{' '}
          {rule.source.href ? (
            <a href={rule.source.href} rel="noreferrer" className="text-accent underline">
              {rule.source.name}
            </a>
          ) : (
            rule.source.name
          )}
        </span>
      </p>
    </li>
  );
}
