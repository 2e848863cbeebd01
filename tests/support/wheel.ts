/** Wheels of Python projects with one module, as pip installs them. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

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

/** A zip archive whose files are stored as they are. */
function zip(files: Record<string, string>): Buffer {
  let parts: Buffer[] = [];
  let entries: Buffer[] = [];
  let offset = 0;
  for (let [path, text] of Object.entries(files)) {
    let [name, data] = [Buffer.from(path), Buffer.from(text)];
    let about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    // 1 January 1980, the first day that an archive can name.
    about.writeUInt16LE(0x21, 8);
    about.writeUInt32LE(crc32(data), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(data.length, 18);
    about.writeUInt16LE(name.length, 22);
    parts.push(Buffer.from('PK\x03\x04'), about, name, data);
    let place = Buffer.alloc(14);
    // A file that everybody can read.
    place.writeUInt32LE(0o100644 * 0x10000, 6);
    place.writeUInt32LE(offset, 10);
    entries.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), about, place, name);
    offset += 30 + name.length + data.length;
  }
  let list = Buffer.concat(entries);
  let end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
