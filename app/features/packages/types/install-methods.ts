/**
 * The ways to use a package whose name is being typed. The server writes them with placeholders, so
 * that no page loads the texts of every client of every type.
 */
import type { PackageCommand } from 'contract/packages/package-types/type';
import { normalName } from 'contract/packages/python-names';

/** One way to use a package; each client needs one of its texts. */
export interface InstallMethod {
  title: string;
  description: string;
  texts: PackageCommand[];
}

/** The ways of a type, for names without and with a scope or group. */
export interface InstallMethodTemplates {
  plain: InstallMethod[];
  scoped: InstallMethod[];
}

export const noInstallMethods: InstallMethodTemplates = { plain: [], scoped: [] };

/** Stand for a name; the normal spelling of it is in small letters. */
export const anyName = '{NAME}';
const anyScope = '{SCOPE}';
export const anyScopedName = `@${anyScope}/${anyName}`;
export const anyGroupedName = `${anyScope}:${anyName}`;

/** The ways for `name`, such as `engine`, `@ada/engine` or `org.ada:engine`. */
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
