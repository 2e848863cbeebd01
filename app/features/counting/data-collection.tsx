/** The public page about what an owner records. */
import { Link } from '@remix-run/react';
import { paths } from '../../links/paths';
import { Card } from '../../ui/card';
import { CopyText } from '../../ui/copy-text';
import { named } from '../../ui/name';
import { PageTitle } from '../../ui/page-title';
import type { CollectionPage } from './data-collection.server';

const header = `curl -H 'DNT: 1' https://…`;
const installScript = `curl \${DO_NOT_TRACK:+-H 'DNT: 1'} https://…`;

export function DataCollection({ owner, recorded, notRecorded, kept, registries, readme }: CollectionPage) {
  return (
    <article className="mx-auto flex w-full max-w-3xl flex-col gap-5">
      <PageTitle
        title={named`What ${owner} records`}
        description="When you download its packages or read its documentation. From the settings in force."
      />
      <Card title="Recorded">
        <Sentences of={recorded} />
      </Card>
      <Card title="Not recorded">
        <Sentences of={notRecorded} />
      </Card>
      <Card title="How long, and who can read it">
        <Sentences of={kept} />
      </Card>
      <Card title="Opt out" anchor="opt-out">
        <div className="flex flex-col gap-4">
          <p>
            With the header <code translate="no">DNT: 1</code> or <code translate="no">Sec-GPC: 1</code>, a request is
            answered as usual, and only its time, its package or pixel and its host are kept. Browsers send it if you
            ask them to in their privacy settings.
          </p>
          <CopyText text={header} label="command" />
          <p>
            An install script can follow <code translate="no">DO_NOT_TRACK</code>:
          </p>
          <CopyText text={installScript} label="line of a script" />
          <p>
            Package managers mostly send no such header. Set them to the registry that has the package, in place of this
            gateway: then nothing is recorded here.
          </p>
          {registries.length > 0 && <Sentences of={registries} />}
          <p>To have data about your company or network deleted, ask the maintainers.</p>
        </div>
      </Card>
      {readme !== null && (
        <Card title="For the README" description="Only members see this text.">
          <CopyText text={readme} label="README text" wrap />
        </Card>
      )}
      <p className="text-sm text-muted">
        <Link to={paths.howWeCount()} className="text-accent underline">
          How we count
        </Link>{' '}
        has the rules behind the numbers.
      </p>
    </article>
  );
}

/** For an owner without packages and pixels, and for an unknown name. */
export function NothingPublic({ isMember }: { isMember: boolean }) {
  return (
    <article className="mx-auto w-full max-w-3xl">
      <PageTitle
        title="No public packages or pixels"
        description={
          isMember
            ? 'Once you create one, this page says what is recorded.'
            : 'No one with this name has any here. Check the name in the URL.'
        }
      />
    </article>
  );
}

function Sentences({ of }: { of: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5">
      {of.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
