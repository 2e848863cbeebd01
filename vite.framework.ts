/**
 * Leaves out of the browser's copy of Remix, its router and React what this product never runs there:
 * what its future flags have replaced, what only servers do, deferred data, prefetching by links
 * (app/shell/prefetch.ts does it), and the API of React before 18. Terser then drops all that only
 * those parts used.
 *
 * Each change names text of an exact version. A text that is no longer there fails the build, so that
 * an update of these packages is looked at here.
 */
import type { Plugin } from 'vite';
import remixConfig from './remix.config.js';

type Change = [from: string | RegExp, to: string];

const assumed = ['v3_singleFetch', 'v3_fetcherPersist', 'v3_relativeSplatPath', 'v3_lazyRouteDiscovery'];
const future = Object.entries(remixConfig.future ?? {});
for (let name of assumed)
  if (!future.some(([flag, isOn]) => flag === name && isOn === true))
    throw new Error(`vite.framework.ts takes the future flag ${name} of Remix for on`);

const remix = '/@remix-run/react/dist/esm/';

const changes: Record<string, Change[]> = {
  [`${remix}browser.js`]: [
    [/window\.__remixContext\.future\.v3_\w+( === true)?/g, 'true'],
    [/window\.__remixContext\.isSpaMode/g, 'false'],
  ],
  [`${remix}components.js`]: [
    [/future\.v3_singleFetch/g, 'true'],
    [/isSpaMode && !isHydrated/, 'false'],
    ['function usePrefetchBehavior(prefetch, theirElementProps) {', '$& return [false, null, {}];'],
    [/shouldPrefetch && !isAbsolute/g, 'false'],
    ['isPageLinkDescriptor(link) ?', 'false ?'],
    // <Scripts> writes the scripts on the server alone.
    ['let contextScript = staticContext ?', 'let contextScript = false ?'],
    ['staticContext === null || staticContext === void 0 ? void 0 : staticContext.activeDeferreds', 'undefined'],
    ['let routeModulesScript = !isStatic ?', 'let routeModulesScript = true ?'],
    ['!isStatic && typeof __remixContext === "object" && __remixContext.a', 'false'],
  ],
  [`${remix}fog-of-war.js`]: [['future.v3_lazyRouteDiscovery === true && !isSpaMode', 'true']],
  [`${remix}links.js`]: [[/future\.v3_singleFetch/g, 'true']],
  [`${remix}routeModules.js`]: [['window.__remixContext.isSpaMode', 'false']],
  [`${remix}routes.js`]: [
    [/future\.v3_singleFetch/g, 'true'],
    ['typeof singleFetch === "function"', 'true'],
    [/\(isSpaMode\)/g, '(false)'],
    ['return isSpaMode && ', 'return false && '],
    ['(!isSpaMode || ', '(true || '],
  ],
  [`${remix}scroll-restoration.js`]: [['(isSpaMode)', '(false)']],
  '/@remix-run/router/dist/router.js': [
    [/function isDeferred(Result|Data)\(\w+\) \{/g, '$& return false;'],
    ['activeDeferreds = new Map();', 'activeDeferreds = [];'],
    [/activeDeferreds\.forEach\((\(|\w)/g, 'if (false) $&'],
    ['function warning(cond, message) {', '$& return;'],
    ['const isServer = !isBrowser;', 'const isServer = false;'],
    [/\bfuture\.v7_\w+/g, 'true'],
    ['if (init.detectErrorBoundary)', 'if (false)'],
  ],
  '/react-dom/cjs/react-dom.production.min.js': [
    [
      /exports\.(findDOMNode|hydrate|render|unmountComponentAtNode|unstable_renderSubtreeIntoContainer)=(?=function)/g,
      'void ',
    ],
  ],
};

export function leanFramework(): Plugin {
  return {
    name: 'lean-framework',
    apply: 'build',
    enforce: 'pre',
    transform(code, id, options) {
      let file = options?.ssr ? undefined : Object.keys(changes).find((name) => id.endsWith(name));
      if (!file) return null;
      for (let [from, to] of changes[file]!) {
        let changed = code.replace(from, to);
        if (changed === code) throw new Error(`${file} no longer has ${String(from)}: see vite.framework.ts`);
        code = changed;
      }
      return { code, map: null };
    },
  };
}
