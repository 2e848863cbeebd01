/** Python: projects of an index that speaks the simple repository API. */
import { registryType } from './registry-type';
import type { PackageHost } from './type';

export const python = registryType('python', 'Python', ({ name }, at) => ({
  label: 'Install command',
  text: pipInstall(name, 'index-url', at),
}));

/** The command of pip. It refuses an index without TLS unless its host is named. */
export function pipInstall(
  name: string,
  option: 'index-url' | 'extra-index-url',
  { host, origin }: PackageHost,
): string {
  return `pip install ${name} --${option} ${origin}/simple/${origin.startsWith('http:') ? ` --trusted-host ${host}` : ''}`;
}
