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

/** Parts that a page fetches only when somebody touches them. */
const lazyParts =
  /\/app\/(ui|shell)\/(menu-panel|dialog-panel|toast-stack|search-dialog|search-results|found|configuration-dialog|configuration-list|chat|prefetch)\.tsx?$|\/features\/insights\/fresh-links\.ts$/;

/**
 * What most pages share goes into one file. Reports, forms with the form library, and what several
 * pages of packages or of accounts show are others, so that no kind of page pays for the rest; what
 * only visitors see, whose pages have no scripts, is in none.
 */
const chunks: [name: string, holds: RegExp][] = [
  [
    'reports',
    /\/app\/(charts\/(?!numbers)|features\/insights\/(report-summary|company-table)\.|features\/filters\/filter-bar\.)/,
  ],
  [
    'forms',
    /\/app\/(forms\/(?!field-frame|query-select|submit|confirm|identity|end-tokens|member-table))|\/contract\/(rules|hosting-rules|name-patterns|image-pattern-text|templates|insight-rules)\.|\/node_modules\/@conform-to\//,
  ],
  ['hosting', /\/app\/features\/packages\/(extra-information\.|preview\.|route-form\.|types\/)/],
  [
    'accounts',
    /\/app\/(forms\/(identity|confirm|confirm-by-name|end-tokens-field)|features\/(account\/sign-in-forms|data-providers\/providers|organizations\/organization-forms|two-factor\/two-factor))\.|\/contract\/account-rules\./,
  ],
  ['billing', /\/app\/features\/billing\/(billing-page|subscription-tables)\./],
  ['admin', /\/app\/features\/(admin\/(?!password-reset-form|suspension-form)|audit\/)/],
  [
    'kit',
    /\/contract\/(limits\.|package-types\/)|\/app\/(shell\/(?!guest-card|github-button)|(ui|charts)\/|forms\/(field-frame|query-select|submit)\.|[^/]+\.tsx?$|features\/((?!filters\/filter-labels|packages\/types\/).+\.ts$|date-range\/|companies\/stages\.))/,
  ],
];

/** Few files instead of many small ones. Routes and what only they use stay on their own. */
function chunkOf(id: string): string | undefined {
  if (lazyParts.test(id)) return undefined;
  return chunks.find(([, holds]) => holds.test(id))?.[0];
}

export default defineConfig(({ isSsrBuild }) => ({
  build: {
    // Four kilobytes of compressed script less on every page than what esbuild makes of the same
    // code.
    minify: isSsrBuild ? false : 'terser',
    rollupOptions: {
      output: isSsrBuild ? {} : { manualChunks: chunkOf },
      // A route without a component has nothing for the browser, so its chunk is empty by design.
      onwarn: (warning, warn) => (warning.code === 'EMPTY_BUNDLE' ? undefined : warn(warning)),
    },
  },
  plugins: [tailwindcss(), sonnerWithoutInlineStyle(), !process.env.VITEST && remix(remixConfig), tsconfigPaths()],
}));
