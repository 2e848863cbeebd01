import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import tsconfigPaths from 'vite-tsconfig-paths';
import remixConfig from './remix.config.js';

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true;
  }
}

/** sonner writes its stylesheet into a <style> element at run time, which the content security policy refuses; app.css imports it as a file instead. */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    transform: (code, id) =>
      /node_modules\/sonner\/dist\/index\.mjs/.test(id) ? code.replace(/^__insertCSS\(.*\);$/m, '') : null,
  };
}

/** Parts that a page fetches only when somebody touches them. */
const lazyParts =
  /\/app\/(ui|shell)\/(menu-panel|dialog-panel|toast-stack|search-dialog|configuration-dialog|configuration-list|chat|prefetch)\.tsx?$|\/features\/insights\/fresh-links\.ts$/;

/** What most pages share goes into one file. Reports, and forms with the form library, are two more, so that neither kind of page pays for the other. */
const chunks: [name: string, holds: RegExp][] = [
  [
    'reports',
    /\/app\/(charts\/(?!numbers)|features\/date-range\/|forms\/query-select\.|features\/insights\/(figures|company-table)\.|features\/filters\/filter-bar\.)/,
  ],
  [
    'forms',
    /\/app\/(forms\/(?!field-frame)|features\/packages\/(preview|image-reference)\.)|\/node_modules\/@conform-to\//,
  ],
  ['kit', /\/app\/((ui|shell|charts|forms)\/|[^/]+\.tsx?$|features\/.+\.ts$)/],
];

/** Few files instead of many small ones. Routes and what only they use stay on their own. */
function chunkOf(id: string): string | undefined {
  if (lazyParts.test(id)) return undefined;
  return chunks.find(([, holds]) => holds.test(id))?.[0];
}

export default defineConfig(({ isSsrBuild }) => ({
  build: { rollupOptions: { output: isSsrBuild ? {} : { manualChunks: chunkOf } } },
  plugins: [tailwindcss(), sonnerWithoutInlineStyle(), !process.env.VITEST && remix(remixConfig), tsconfigPaths()],
}));
