/** Wheels of Python projects with one module, as pip installs them. */
import { createHash } from 'node:crypto';
import { zip } from './zip';

/** What the metadata of a wheel says. */
export interface WheelFacts {
  name: string;
  version: string;
  /** Requirements: `left>=1`. */
  needs?: string[];
  requiresPython?: string;
}

export interface Wheel {
  file: string;
  bytes: Buffer;
  /** What an index offers beside the file. */
  metadata: Buffer;
}

/** Makes a wheel for every Python and platform. */
export function makeWheel({ name, version, needs = [], requiresPython }: WheelFacts): Wheel {
  let module = name.replace(/[-_.]+/g, '_').toLowerCase();
  let info = `${module}-${version}.dist-info`;
  let metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    ...(requiresPython ? [`Requires-Python: ${requiresPython}`] : []),
    ...needs.map((one) => `Requires-Dist: ${one}`),
  ];
  let files: Record<string, string> = {
    [`${module}/__init__.py`]: `version = '${version}'\n`,
    [`${info}/METADATA`]: `${metadata.join('\n')}\n`,
    [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
  };
  let hash = (text: string) => `sha256=${createHash('sha256').update(text).digest('base64url')}`;
  let record = Object.entries(files).map(([path, text]) => `${path},${hash(text)},${Buffer.byteLength(text)}\n`);
  files[`${info}/RECORD`] = `${record.join('')}${info}/RECORD,,\n`;
  return {
    file: `${module}-${version}-py3-none-any.whl`,
    bytes: zip(files),
    metadata: Buffer.from(files[`${info}/METADATA`]!),
  };
}
