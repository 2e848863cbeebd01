/** Makes zip archives. */
import { crc32 } from 'node:zlib';

/** A zip archive whose files are stored as they are. */
export function zip(files: Record<string, string>): Buffer {
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
