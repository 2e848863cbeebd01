/**
 * Whether the person of this page may add things to the owner shown, for the buttons of pages that
 * are empty.
 */
import { useRouteLoaderData } from '@remix-run/react';
import type { ShellData } from './shell-data.server';

export function useMayCreate(): boolean {
  return (useRouteLoaderData('routes/_app') as ShellData | undefined)?.mayCreate ?? true;
}
