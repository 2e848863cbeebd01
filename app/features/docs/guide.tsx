/** The guide: from the first package to the API, with the addresses of this installation. */
import { Link } from '@remix-run/react';
import { type PackageType, typeNames } from 'contract/package-types/list';
import type { DescribedRoute } from 'contract/package-types/type';
import type { ReactNode } from 'react';
import { type GatewayPlace, pixelHost, pixelSnippet, tryApi } from '../../gateway-addresses';
import { packageCommand } from '../../package-command';
import { paths } from '../../paths';
import { useSiteData } from '../../shell/use-page';
import { siteName } from '../../site';
import { type Fact, Facts } from '../../ui/description-list';
import { OnThisPage } from '../../ui/on-this-page';
import { PageTitle } from '../../ui/page-title';

interface GuideProps {
  /** Owner of the linked pages; undefined for a visitor. */
  owner: string | undefined;
  /** Whether the reader can create packages and pixels of the owner. */
  mayCreate: boolean;
  place: GatewayPlace;
  /** Address of the gateway's API. */
  api: string;
  /** The stages of the funnel with their meaning. */
  stages: Fact[];
}

export function Guide({ owner, mayCreate, place, api, stages }: GuideProps) {
  let parts = [
    { id: 'start', title: 'Getting started', text: <Start owner={owner} mayCreate={mayCreate} /> },
    { id: 'packages', title: 'Packages', text: <Packages owner={owner} place={place} /> },
    { id: 'counting', title: 'What counts as a download', text: <Counting /> },
    { id: 'pixels', title: 'Pixels', text: <Pixels owner={mayCreate ? owner : undefined} place={place} /> },
    { id: 'filters', title: 'Filters', text: <Filters /> },
    { id: 'funnel', title: 'Companies and the funnel', text: <Funnel stages={stages} /> },
    { id: 'api', title: 'API', text: <Api api={api} owner={owner} /> },
  ];
  return (
    <article className="mx-auto flex max-w-prose flex-col gap-8">
      <PageTitle title="Documentation" description={`How to set up ${siteName} and read what it shows.`} />
      <OnThisPage parts={parts} />
      {parts.map(({ id, title, text }) => (
        <section key={id} id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-3">
          <h2 id={`${id}-title`} className="text-lg font-semibold">
            {title}
          </h2>
          {text}
        </section>
      ))}
    </article>
  );
}

function Start({ owner, mayCreate }: Pick<GuideProps, 'owner' | 'mayCreate'>) {
  let creator = mayCreate ? owner : undefined;
  let registration = useSiteData()?.registration;
  return (
    <ol className="flex list-decimal flex-col gap-2 pl-5">
      <li>
        {owner && 'You are signed in.'}
        {!owner && registration === 'open' && <Go to={paths.register()}>Create an account.</Go>}
        {!owner && registration !== 'open' && 'Ask whoever runs this installation for an account.'}
      </li>
      <li>
        Add a <Owned to={creator && paths.newPackage(creator)}>package</Owned> for what people download, or a{' '}
        <Owned to={creator && paths.newPixel(creator)}>pixel</Owned> for the pages they read.
      </li>
      <li>Put the command, the address or the image element into your documentation.</li>
      <li>
        Open <Owned to={owner && paths.home(owner)}>your home page</Owned>. A download is on the page at the next load.
      </li>
    </ol>
  );
}

function Packages({ owner = 'your-name', place }: Pick<GuideProps, 'owner' | 'place'>) {
  return (
    <>
      <p>
        A package is a Docker image, a set of files, or a package of a registry such as npm. Your users ask the gateway instead of the registry; the gateway
        records the request and sends them on, so nothing has to be uploaded again.
      </p>
      {typeNames.map((type) => (
        <Example key={type} type={type} owner={owner} place={place} />
      ))}
      <p>
        A variable named <code>version</code> or <code>platform</code> fills the report of that name, and{' '}
        <code>page</code> says which page led to the request. Other variables can be chosen for them at{' '}
        <code>/v2/insights/{owner}/user-defined-variables</code> of the API. A package can also have custom domains: add
        the domain on the page of the package and point a CNAME record to the host above.
      </p>
    </>
  );
}

/** What a package of each type is, and what its command is made of. */
const examples: Record<PackageType, { text: string; name: string; routes?: DescribedRoute[] }> = {
  docker: {
    text: 'A Docker image is pulled by your own host. Any registry can stand behind it, and can be changed later:',
    name: 'my-image',
  },
  npm: {
    text:
      'An npm package is installed through your own host, which answers for its registry. Set it for a scope, or as ' +
      'the registry of all packages: those that are not yours come from where they always came from:',
    name: '@my-scope/my-package',
  },
  python: {
    text:
      'A Python package is installed through your own host, which is an index for pip, uv, Poetry and PDM. It can be the ' +
      'index of all packages, or stand beside another one:',
    name: 'my-package',
  },
  hackage: {
    text:
      'A Hackage package comes through a repository at your own host. cabal and Stack check its signatures as before, ' +
      'since the gateway changes nothing of them:',
    name: 'my-package',
  },
  cargo: {
    text: 'A crate comes through a sparse index at your own host, which can stand in place of the default registry:',
    name: 'my-crate',
  },
  go: {
    text: 'A Go module comes through a module proxy at your own host. Only people who set GOPROXY to it are counted:',
    name: 'example.com/me/my-module',
  },
  helm: {
    text: 'A Helm chart comes through a chart repository at your own host, for Helm, Flux and Argo CD:',
    name: 'my-chart',
  },
  maven: {
    text:
      'A Maven artifact comes through a repository at your own host, for Maven, Gradle and sbt. It can be the mirror of ' +
      'the central repository, or stand beside it:',
    name: 'com.example:engine',
  },
  composer: {
    text:
      'A Composer package comes through a repository at your own host. Composer tells it what has been installed; ' +
      'archives come from where they are:',
    name: 'my-vendor/my-package',
  },
  rubygems: {
    text: 'A gem comes through a source at your own host, which can stand in a Gemfile or be the mirror of another source:',
    name: 'my-gem',
  },
  file: {
    text:
      'A file package has routes. A route is a path with variables in braces and the location of the file. ' +
      'The gateway answers with a redirect to that location:',
    name: 'my-tool',
    routes: [{ incoming_path: '/my-tool/{version}' }],
  },
};

interface ExampleProps {
  type: PackageType;
  owner: string;
  place: GatewayPlace;
}

function Example({ type, owner, place }: ExampleProps) {
  let { text, name, routes } = examples[type];
  return (
    <>
      <p>{text}</p>
      <Code>{packageCommand(place, { type, owner, name }, [], routes)?.text ?? ''}</Code>
    </>
  );
}

function Counting() {
  return (
    <>
      <p>
        A file download counts when it is asked for with GET. A Docker pull counts for each GET of a manifest that the
        registry serves, an npm download for each GET of a tarball, a Python download for each GET of a wheel or a source
        archive. HEAD requests, image layers, packuments, pages of an index and lists of tags do not count.
      </p>
      <p>
        A unique source is one network with one program: an IPv4 address or the first half of an IPv6 address, and the
        user agent. It is counted by a salted hash, never by the address itself. Salts are deleted every month unless
        the operator chose otherwise, so a source is unique within its month. Requests with <code>DNT: 1</code> or <code>Sec-GPC: 1</code> are served and counted without anything about who asked.
      </p>
      <p>
        Every rule with its version and source is on <Go to={paths.howWeCount()}>How we count</Go>.
      </p>
    </>
  );
}

function Pixels({ owner, place }: Pick<GuideProps, 'owner' | 'place'>) {
  return (
    <>
      <p>
        A pixel is an invisible image without cookies. Each load is one view, with the page it was loaded from. Create a{' '}
        <Owned to={owner && paths.newPixel(owner)}>pixel</Owned>, copy its image element and paste it into a README or a
        documentation page:
      </p>
      <Code>{pixelSnippet(place, pixelHost(place), 'the-id-of-your-pixel')}</Code>
    </>
  );
}

function Filters() {
  return (
    <p>
      A filter leaves out events that you do not want to see, such as those of your own company or of bots. Conditions
      look at the company, the user agent, the referrer, the version, the platform or the place of a request. Choose a
      saved filter above a report, and it stays in the address when you go on to the next one.
    </p>
  );
}

function Funnel({ stages }: Pick<GuideProps, 'stages'>) {
  return (
    <>
      <p>
        The gateway looks up which organization a network address belongs to. From what a company downloads and reads
        follows its stage:
      </p>
      <Facts facts={stages} />
      <p>
        A company that comes back after it was inactive is in its last stage again. Addresses of hosting and
        access providers, research networks and VPNs belong to no company, and crawlers and image proxies count for none.
      </p>
    </>
  );
}

function Api({ api, owner = 'your-name' }: Pick<GuideProps, 'api' | 'owner'>) {
  return (
    <>
      <p>
        Everything the pages show is open to scripts. Make a token on the{' '}
        <Go to={paths.accountTokens()}>API tokens</Go> page and send it as a bearer token:
      </p>
      <Code>{tryApi(api, `/v2/packages/${owner}`)}</Code>
      <p>
        All endpoints are described in{' '}
        <a href={`${api}/openapi.json`} className="break-all text-accent underline">
          {api}/openapi.json
        </a>
        .
      </p>
    </>
  );
}

/** A link where there is an address, plain text otherwise. */
function Owned({ to, children }: { to: string | undefined; children: ReactNode }) {
  return to ? <Go to={to}>{children}</Go> : children;
}

function Go({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-accent underline">
      {children}
    </Link>
  );
}

function Code({ children }: { children: string }) {
  return (
    <pre tabIndex={0} className="overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2 text-sm">
      <code>{children}</code>
    </pre>
  );
}
