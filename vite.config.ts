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

export default defineConfig({
  plugins: [tailwindcss(), sonnerWithoutInlineStyle(), !process.env.VITEST && remix(remixConfig), tsconfigPaths()],
});
