/** POSIX tar (ustar): a header of 512 bytes before each file. */

const blockBytes = 512;
/** Limit of the octal digits of a header. */
const octalMax = 8 ** 11;

export interface TarEntry {
  /** At most 155 bytes. */
  folder: string;
  /** In the folder; at most 100 bytes, with `/` between its parts. */
  name: string;
  bytes: number;
  time: number;
}

export function tarHeader({ folder, name, bytes, time }: TarEntry): Buffer {
  let header = Buffer.alloc(blockBytes);
  header.write(name, 0, 100);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (bytes < octalMax) header.write(`${octal(bytes, 11)}\0`, 124);
  else {
    // GNU tar's form for larger files: binary, with the first bit set.
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(bytes), 128);
  }
  header.write(`${octal(Math.floor(time / 1_000), 11)}\0`, 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write(folder, 345, 155);
  let sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${octal(sum, 6)}\0 `, 148);
  return header;
}

/** Fills the last block of a file. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((blockBytes - (bytes % blockBytes)) % blockBytes);
}

export const tarEnd = Buffer.alloc(2 * blockBytes);

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}
