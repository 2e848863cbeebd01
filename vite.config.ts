import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';
import remixConfig from './remix.config.js';
import { leanFramework } from './vite.framework';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/**
 * sonner writes its stylesheet into a <style> element at run time, which the content security
 * policy refuses; app.css imports it as a file instead.
 */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    transform: (code, id) =>
      /node_modules\/sonner\/dist\/index\.mjs/.test(id) ? code.replace(/^__insertCSS\(.*\);$/m, '') : null,
  };
}

/**
 * What most pages share goes into one file. Reports, forms with the form library, and what several
 * pages of packages or of accounts show are others, so that no kind of page pays for the rest; what
 * only visitors see, whose pages have no scripts, is in none.
 */
const chunks: [name: string, holds: RegExp][] = [
  [
    'reports',
    /\/app\/(charts\/|features\/(insights\/(report-summary|company-table)|filters\/filter-bar|counting\/counted-note)\.)/,
  ],
  [
    'forms',
    /\/app\/(forms\/(?!field-frame|kept-fields|post-form|query-select|submit|confirm|identity|member-)|text\/field-rules\.)|\/contract\/[^/]+\/(rules|hosting-rules|name-patterns|image-pattern-text|templates|insight-rules)\.|\/node_modules\/@conform-to\//,
  ],
  [
    'hosting',
    /\/app\/(features\/packages\/(extra-information\.|preview\.|route-fields\.|types\/)|text\/package-command\.)|\/contract\/packages\/package-types\/registry-commands\./,
  ],
  [
    'accounts',
    /\/app\/(forms\/(identity|confirm)|features\/(account\/sign-in-forms|data-providers\/providers|organizations\/organization-forms|two-factor\/two-factor))\.|\/contract\/accounts\/account-rules\./,
  ],
  ['billing', /\/app\/features\/billing\/(billing-page|subscription-tables)\./],
  ['admin', /\/app\/features\/(admin\/(?!password-reset-form|suspension-form)|audit\/)/],
  [
    'kit',
    /\/contract\/(limits\.|packages\/package-types\/)|\/app\/(shell\/(?!guest-card)|session\/opened-as\.ts|ui\/|forms\/(field-frame|kept-fields|post-form|query-select|submit)\.|(config|gateway|http|links|locale|text)\/|features\/((?!filters\/filter-labels|packages\/types\/).+\.ts$|companies\/stages\.|retention\/retention-notes\.))/,
  ],
];

type Modules = Pick<Parameters<Rollup.GetManualChunk>[1], 'getModuleIds' | 'getModuleInfo'>;

/** Loaded by every signed-in page. */
const onEveryPage = /\/app\/(entry\.client|root|routes\/_app)\.tsx\b/;

/**
 * Few files instead of many small ones, for what several pages share. What one page alone imports
 * stays with it, and what only `import()` reaches has a file of its own: neither is named here.
 */
function sharedChunks(): Rollup.GetManualChunk {
  let pages: Map<string, string[]> | undefined;
  return (id, modules) => {
    let users = (pages ??= pagesByModule(modules)).get(id) ?? [];
    let isShared = users.length > 1 || users.some((page) => onEveryPage.test(page));
    return isShared ? chunks.find(([, holds]) => holds.test(id))?.[0] : undefined;
  };
}

/** For each module the entries (pages and layouts) that import it, or what imports it. */
function pagesByModule({ getModuleIds, getModuleInfo }: Modules): Map<string, string[]> {
  let pages = new Map<string, string[]>();
  for (let page of getModuleIds()) {
    if (!getModuleInfo(page)?.isEntry) continue;
    let reached = new Set([page]);
    for (let id of reached) {
      for (let imported of getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
      pages.set(id, [...(pages.get(id) ?? []), page]);
    }
  }
  return pages;
}

export default defineConfig(({ isSsrBuild }) => ({
  build: {
    // Four kilobytes of compressed script less on every page than what esbuild makes of the same
    // code.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { ecma: 2020, compress: { passes: 3 } },
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: sharedChunks() },
      // A route without a component has nothing for the browser, so its chunk is empty by design.
      onwarn: (warning, warn) => (warning.code === 'EMPTY_BUNDLE' ? undefined : warn(warning)),
    },
  },
  plugins: [
    leanFramework(),
    tailwindcss(),
    sonnerWithoutInlineStyle(),
    !process.env.VITEST && remix(remixConfig),
    tsconfigPaths(),
  ],
}));
