/** All route modules of the dashboard by file name. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import type { MetaFunction } from '@remix-run/react';

export type Handler = (args: LoaderFunctionArgs & ActionFunctionArgs) => unknown;

export interface RouteModule {
  default?: unknown;
  meta?: MetaFunction;
  loader?: Handler;
  action?: Handler;
}

export const routeModules = Object.entries(
  import.meta.glob<RouteModule>('../../app/routes/*.{ts,tsx}', { eager: true }),
).map(([file, module]) => [file.replace(/^.*\/routes\/|\.tsx?$/g, ''), module] as const);
