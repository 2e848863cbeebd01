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
    articles: [article('getting-started', 'Getting started', 'From setup to your first download.')],
  },
  { title: 'Packages', articles: packageTypes.map(({ name }) => articleOf(name)) },
  {
    title: 'More tracking',
    articles: [
      article('pixels', 'Pixels', 'Track documentation traffic without cookies.'),
      article('events', 'Events', 'Report installs and other events that have no file.'),
      article('domains', 'Custom domains', 'Serve packages and pixels from your own domain.'),
    ],
  },
  {
    title: 'Reports',
    articles: [
      article('analytics', 'Reading reports', 'Ranges, unique users, bots and breakdowns.'),
      article('bad-releases', 'Bad releases', 'See who downloaded a version, and withdraw it.'),
      article('filters', 'Filters', 'Exclude events from reports, or focus on some.'),
      article('ai-agents', 'AI agents', 'What assistants and coding agents fetch, and what for.'),
      article('companies', 'Companies and the funnel', 'How companies get their stage, and how to correct it.'),
      article('leads', 'Leads', 'How companies qualify as leads.'),
      article('badges', 'Badges', 'Show downloads in your README.'),
      article('sharing', 'Share links', 'A public page with numbers you choose, and an embeddable chart.'),
    ],
    others: [
      {
        title: 'How we count',
        description: 'Every counting rule, with its version and source.',
        to: paths.howWeCount(),
      },
    ],
  },
  {
    title: 'Integrations',
    articles: [
      article('alerts', 'Alerts and reports', 'Get notified of changes by webhook, chat or email.'),
      article('exports', 'Exports and imports', 'Export and import your data.'),
      article('api', 'API', 'Tokens, endpoints, errors.'),
      article('assistants', 'Assistants', 'Let an AI assistant query your numbers (MCP).'),
      article('continuous-integration', 'Continuous integration', 'Fail a job when downloads of a release drop.'),
      article('operating', 'Operating', 'Run your own server: start, DNS, backups, troubleshooting.'),
    ],
    others: [
      { title: 'All calls of the API', description: 'Parameters, examples, errors, and a form to try it.', to: paths.api() },
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
