import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin, type Rollup } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';
import remixConfig from './remix.config.js';

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
 * Where a module goes that several pages share, by its room: reports, other features by their noun,
 * and what every page has. What no line names has a file of its own.
 */
const chunks: [room: RegExp, name?: string][] = [
  // Asked for once somebody adds a condition.
  [/\/contract\/(?:event-fields|analytics\/filter-keys)\.|\/filter-labels\./, 'filter-fields'],
  [
    /\/app\/(?:(?:charts|reports)\/|features\/(?:(?:analytics|filters|date-range|counting)\/|alerts\/alert-bell))/,
    'reports',
  ],
  // Also in settings, which need nothing else of reports.
  [/\/features\/retention\//, 'shell'],
  // Also on the overview, which needs nothing else about packages.
  [/\/features\/packages\/registry-counts\./, 'registry-counts'],
  // The list of packages has none of their forms.
  [/\/features\/packages\/overview\./, 'package-list'],
  [/\/app\/(?:features\/([^/]+)|(docs))\//],
  // What checks what is typed; the tools of reports check nothing.
  [
    /\/@conform-to\/|\/contract\/(?:rules|floor\/rules)\b|\/text\/field-rules\.|\/app\/forms\/(?:app-form|choices|confirm|fields|form-error|member-|reauth)/,
    'forms',
  ],
  [/\/app\/|\/contract\//, 'shell'],
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
    return isShared ? chunkOf(id) : undefined;
  };
}

function chunkOf(id: string): string | undefined {
  for (let [room, name] of chunks) {
    let found = room.exec(id);
    if (found) return name ?? found[1] ?? found[2];
  }
  return undefined;
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

/** Leaves a list of the packages in the files for browsers, for the bill of materials. */
function packageList(): Plugin {
  return {
    name: 'package-list',
    generateBundle(_options, bundle) {
      let modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? Object.keys(file.modules) : []));
      this.emitFile({ type: 'asset', fileName: 'modules.json', source: JSON.stringify(modules) });
    },
  };
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
    tailwindcss(),
    !isSsrBuild && packageList(),
    sonnerWithoutInlineStyle(),
    !process.env.VITEST && remix(remixConfig),
    tsconfigPaths(),
  ],
}));
