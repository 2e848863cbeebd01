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

/** Few files instead of many small ones: what most pages share, what forms need on top, and what reports do. Routes stay on their own. */
function chunkOf(id: string): string | undefined {
  if (lazyParts.test(id)) return undefined;
  if (/\/app\/(forms|features\/date-range)\/|\/node_modules\/@conform-to\//.test(id)) return 'forms';
  if (/\/app\/features\/(insights\/(figures|company-table)|filters\/filter-bar)\.tsx$/.test(id)) return 'reports';
  if (/\/app\/((ui|shell|charts)\/|[^/]+\.tsx?$|features\/.+\.ts$)/.test(id)) return 'kit';
  return undefined;
}

export default defineConfig(({ isSsrBuild }) => ({
  build: { rollupOptions: { output: isSsrBuild ? {} : { manualChunks: chunkOf } } },
  plugins: [tailwindcss(), sonnerWithoutInlineStyle(), !process.env.VITEST && remix(remixConfig), tsconfigPaths()],
}));
