/**
 * Install methods while the name is typed: templates from the server, so that no page loads the
 * texts of all types.
 */
import type { PackageCommand } from 'contract/packages/package-types/type';
import { normalName } from 'contract/packages/python-names';

/** Each client needs one of the texts. */
export interface InstallMethod {
  title: string;
  description: string;
  texts: PackageCommand[];
}

/** For names without and with a scope or group. */
export interface InstallMethodTemplates {
  plain: InstallMethod[];
  scoped: InstallMethod[];
}

export const noInstallMethods: InstallMethodTemplates = { plain: [], scoped: [] };

/** Placeholders; normalized names are in lower case. */
export const anyName = '{NAME}';
const anyScope = '{SCOPE}';
export const anyScopedName = `@${anyScope}/${anyName}`;
export const anyGroupedName = `${anyScope}:${anyName}`;

/** `name`: `engine`, `@ada/engine` or `org.ada:engine`. */
export function installMethodsFor(name: string, { plain, scoped }: InstallMethodTemplates): InstallMethod[] {
  let [, ofNpm, group, rest = name] = /^(?:@([^/]+)\/|([^:]+):)(.+)/.exec(name) ?? [];
  let scope = ofNpm ?? group ?? '';
  let fill = (text: string) =>
    text.replaceAll(anyScope, scope).replaceAll(anyName, rest).replaceAll(anyName.toLowerCase(), normalName(name));
  return (scope ? scoped : plain).map(({ title, description, texts }) => ({
    title: fill(title),
    description: fill(description),
    texts: texts.map(({ label, text }) => ({ label: fill(label), text: fill(text) })),
  }));
}
