/**
 * The documentation: Markdown files in articles/, in display order. Each package type has an
 * article, made of its install commands if it has no file.
 */
import { type PackageType, packageTypes, typeNamed } from 'contract/packages/package-types/list';
import { paths } from '../links/paths';
import { explanationOf } from '../features/packages/types/texts.server';

export interface Article {
  /** URL slug. */
  slug: string;
  title: string;
  description: string;
  published: string;
  /** Markdown with `{{placeholders}}`, see placeholders.server.ts. */
  text: string;
  type?: PackageType;
}

export interface ArticleEntry {
  title: string;
  description: string;
  to: string;
}

const texts = import.meta.glob<string>('./articles/*.md', { query: '?raw', import: 'default', eager: true });
const published = '2026-11-23';

function textOf(slug: string): string | undefined {
  return texts[`./articles/${slug}.md`];
}

function article(slug: string, title: string, description: string): Article {
  return { slug, title, description, published, text: textOf(slug)! };
}

function articleOf(type: PackageType): Article {
  let { label } = typeNamed(type);
  let text = textOf(type) ?? '{{ways}}';
  return { slug: type, title: `${label} packages`, description: explanationOf(type), published, text, type };
}

const groups: { title: string; articles: Article[]; others?: ArticleEntry[] }[] = [
  {
    title: 'Start',
    articles: [article('getting-started', 'Getting started', 'From nothing to the first download in a report.')],
  },
  { title: 'Packages', articles: packageTypes.map(({ name }) => articleOf(name)) },
  {
    title: 'Beside packages',
    articles: [
      article('pixels', 'Pixels', 'Count who reads your documentation, without cookies.'),
      article('events', 'Events', 'Let programs, scripts and pages report what has no file.'),
      article('domains', 'Custom domains', 'Serve packages and pixels under your own name.'),
    ],
  },
  {
    title: 'Reports',
    articles: [
      article('analytics', 'Reading reports', 'Ranges, unique users, bots and breakdowns.'),
      article('filters', 'Filters', 'Leave events out of reports, or look at some of them only.'),
      article('companies', 'Companies and the funnel', 'How a company gets its stage, and what to do if it is wrong.'),
      article('leads', 'Leads', 'Which companies are qualified leads, and why.'),
      article('badges', 'Badges', 'Show downloads in a README.'),
      article('sharing', 'Share links', 'A public page with the numbers you choose, and its chart for other pages.'),
    ],
    others: [
      {
        title: 'How we count',
        description: 'Every rule in force, with its version and source.',
        to: paths.howWeCount(),
      },
    ],
  },
  {
    title: 'Data and programs',
    articles: [
      article('alerts', 'Alerts and reports', 'Be told of changes by webhook, chat or mail, and why they happened.'),
      article('exports', 'Exports and imports', 'Take all events away as files, or bring earlier ones along.'),
      article('api', 'API', 'Tokens, endpoints, errors.'),
      article('assistants', 'Assistants', 'Let an assistant ask for your numbers (MCP).'),
      article('continuous-integration', 'Continuous integration', 'Fail a job when a release lost downloads.'),
      article('operating', 'Operating', 'Run an installation: start, DNS, backups, trouble.'),
    ],
    others: [
      { title: 'All calls of the API', description: 'Parameters, examples, errors, and a form to try.', to: paths.api() },
    ],
  },
];

export const articles: readonly Article[] = groups.flatMap((group) => group.articles);

export function articleNamed(slug: string): Article | undefined {
  return articles.find((one) => one.slug === slug);
}

export function articleEntry({ slug, title, description }: Article): ArticleEntry {
  return { title, description, to: paths.docs(slug) };
}

export function articleGroups(): { title: string; entries: ArticleEntry[] }[] {
  return groups.map(({ title, articles: own, others = [] }) => ({ title, entries: [...own.map(articleEntry), ...others] }));
}
