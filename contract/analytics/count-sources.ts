/**
 * Registries that say how often a package was downloaded, by package type, and the setting that
 * chooses them.
 */
import { z } from 'zod';
import { RepositoryUrl } from '../rules/fields';
import { isPublicRegistry } from '../packages/default-registries';
import type { PackageType } from '../packages/package-types/list';

interface CountSourceWords {
  /** Who counts, as pages name it. */
  name: string;
  /** The public service; that of npm is named by its registry. */
  url?: string;
  /** Whether it only tells a total, whose daily difference is the count of a day. */
  isTotal: boolean;
}

export const countSources = {
  npm: { name: 'npm', isTotal: false },
  python: { name: 'PyPI', url: 'https://pypistats.org/', isTotal: false },
  cargo: { name: 'crates.io', url: 'https://crates.io/', isTotal: false },
  rubygems: { name: 'RubyGems', url: 'https://rubygems.org/', isTotal: true },
  composer: { name: 'Packagist', url: 'https://packagist.org/', isTotal: true },
  nuget: { name: 'NuGet', url: 'https://azuresearch-usnc.nuget.org/', isTotal: true },
  docker: { name: 'Docker Hub', url: 'https://hub.docker.com/', isTotal: true },
  file: { name: 'GitHub releases', url: 'https://api.github.com/', isTotal: true },
} as const satisfies { [Type in PackageType]?: CountSourceWords };

export type CountedType = keyof typeof countSources;
export type CountUrls = { [Type in CountedType]?: string };

export function isCountedType(type: string): type is CountedType {
  return Object.hasOwn(countSources, type);
}

/** The name of who counts packages of a type. */
export function countSourceName(type: string): string {
  return isCountedType(type) ? countSources[type].name : 'Registry';
}

/** REGISTRY_COUNTS: `type` for the public service, or `type=address`, comma separated; `none`. */
export const CountSourceList = z
  .string()
  .transform((list, issue) => {
    let urls: CountUrls = {};
    for (let entry of list.split(',').filter((text) => text.trim() && list.trim() !== 'none')) {
      let [, type = '', value = ''] = /^\s*(\w+)\s*(?:=\s*(.*?)\s*)?$/.exec(entry) ?? [];
      let words: CountSourceWords | undefined = isCountedType(type) ? countSources[type] : undefined;
      // npm's documentation gives the URL with this path.
      let read = RepositoryUrl.safeParse(value.replace(/downloads\/(?:range\/?)?$/, '') || words?.url);
      if (isCountedType(type) && read.success) urls[type] = read.data;
      else
        issue.addIssue({
          code: 'custom',
          message: `lists ${Object.keys(countSources).join(', ')}, or one with another URL, such as npm=https://counts.example/`,
        });
    }
    return urls;
  })
  .optional();

interface CountSettings {
  REGISTRY_COUNTS?: CountUrls | undefined;
  npm_config_registry?: string | undefined;
}

/** Those of the setting, or every public service. */
export function countUrlsOf({ REGISTRY_COUNTS, npm_config_registry: npm = '' }: CountSettings): CountUrls {
  if (REGISTRY_COUNTS) return REGISTRY_COUNTS;
  let sources: [string, CountSourceWords][] = Object.entries(countSources);
  let urls: CountUrls = Object.fromEntries(sources.flatMap(([type, { url }]) => (url ? [[type, url]] : [])));
  return isPublicRegistry('npm', npm) ? { npm: npm.replace('//registry.', '//api.'), ...urls } : urls;
}
