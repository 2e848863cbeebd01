/**
 * Address ranges and their networks, read from the optional data package into flat arrays: half a
 * million ranges in about 10 MB.
 */
import { createReadStream, statSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import { builtFile, networksPackage, packageFile } from './address-files';

export interface Network {
  /** Autonomous system number; 0 without one. */
  number: number;
  name: string;
}

export interface Networks {
  find(address: string): Network | undefined;
}

const v4File = `${networksPackage}/asn-ipv4-num.csv`;
const v6File = `${networksPackage}/asn-ipv6.csv`;
const chunkBytes = 1 << 20;
const comma = 0x2c;
const newline = 0x0a;

/** A 64-bit number as two of 32. */
type Halves = [high: number, low: number];

/**
 * Sorted ranges without overlap; bounds are 64-bit numbers in two halves (IPv4 uses the lower half
 * only).
 */
class RangeTable {
  size = 0;
  private columns = Array.from({ length: 5 }, () => new Uint32Array(1 << 16));

  add(start: Halves, end: Halves, network: number): void {
    if (this.size === this.columns[0]!.length)
      this.columns = this.columns.map((column) => {
        let larger = new Uint32Array(column.length * 2);
        larger.set(column);
        return larger;
      });
    [...start, ...end, network].forEach((value, i) => (this.columns[i]![this.size] = value));
    this.size += 1;
  }

  /** Frees the space reserved for growth. */
  trim(): void {
    this.columns = this.columns.map((column) => column.slice(0, this.size));
  }

  toColumns(): readonly Uint32Array[] {
    return this.columns;
  }

  static of(columns: Uint32Array<ArrayBuffer>[]): RangeTable {
    let table = new RangeTable();
    table.columns = columns;
    table.size = columns[0]!.length;
    return table;
  }

  find(high: number, low: number): number | undefined {
    let [startHigh, startLow, endHigh, endLow, network] = this.columns as [
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
      Uint32Array,
    ];
    let from = 0;
    let to = this.size - 1;
    while (from <= to) {
      let mid = (from + to) >> 1;
      if (startHigh[mid]! > high || (startHigh[mid] === high && startLow[mid]! > low)) to = mid - 1;
      else if (endHigh[mid]! < high || (endHigh[mid] === high && endLow[mid]! < low)) from = mid + 1;
      else return network[mid];
    }
    return undefined;
  }
}

/** Whether there is data about networks. */
export function hasNetworks(): boolean {
  if (builtFile('networks')) return true;
  return packageFile(v4File) !== undefined && packageFile(v6File) !== undefined;
}

/**
 * Reads the tables of the build, else the data package; null when there is neither. Tables of the
 * package are kept in `cacheFolder`: parsing its text takes a second of processor time.
 */
export async function readNetworks(cacheFolder?: string): Promise<Networks | null> {
  let built = builtFile('networks');
  let tables = (built && (await readTables(built))) ?? (await packageTables(cacheFolder));
  if (!tables) return null;
  let { names, v4, v6 } = tables;
  return {
    find(address) {
      let number = isIPv6(address) ? v6.find(...topHalf(address)) : v4.find(0, v4Number(address));
      return number === undefined ? undefined : { number, name: names.get(number) ?? '' };
    },
  };
}

async function packageTables(cacheFolder: string | undefined): Promise<Tables | null> {
  let files = [packageFile(v4File), packageFile(v6File)];
  if (!files[0] || !files[1]) return null;
  let { mtimeMs, size } = statSync(files[0]);
  let cache = cacheFolder && path.join(cacheFolder, `networks-${size}-${Math.trunc(mtimeMs)}.bin`);
  let cached = cache ? await readTables(cache) : undefined;
  if (cached) return cached;
  let tables = await parseTables(files[0], files[1]);
  // Without the cache the next start takes longer; nothing else changes.
  if (cache) await writeTables(cache, tables).catch(() => undefined);
  return tables;
}

/** Writes the tables of the data package to a file for `build/addresses`. */
export async function buildNetworks(file: string): Promise<void> {
  let tables = await packageTables(undefined);
  if (!tables) throw new Error(`${networksPackage} is not installed.`);
  await writeTables(file, tables);
}

interface Tables {
  names: Map<number, string>;
  v4: RangeTable;
  v6: RangeTable;
}

async function parseTables(v4Text: string, v6Text: string): Promise<Tables> {
  let names = new Map<number, string>();
  let v4 = new RangeTable();
  let v6 = new RangeTable();
  await eachRow(v4Text, names, (start, end, network) => v4.add([0, Number(start)], [0, Number(end)], network));
  await eachRow(v6Text, names, (start, end, network) => v6.add(topHalf(start), topHalf(end), network));
  v4.trim();
  v6.trim();
  return { names, v4, v6 };
}

/** The cache file: a line of JSON with names and lengths, then the columns of both tables. */
async function writeTables(file: string, { names, v4, v6 }: Tables): Promise<void> {
  let columns = [...v4.toColumns(), ...v6.toColumns()];
  let head = Buffer.from(`${JSON.stringify({ names: [...names], lengths: columns.map(({ length }) => length) })}\n`);
  let bytes = columns.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, Buffer.concat([head, ...bytes]), { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Undefined if the file is missing or not a cache. */
async function readTables(file: string): Promise<Tables | undefined> {
  try {
    let bytes = await readFile(file);
    let end = bytes.indexOf(newline) + 1;
    let head: { names: [number, string][]; lengths: number[] } = JSON.parse(bytes.toString('utf8', 0, end));
    let columns: Uint32Array<ArrayBuffer>[] = [];
    for (let length of head.lengths) {
      columns.push(new Uint32Array(Uint8Array.from(bytes.subarray(end, end + length * 4)).buffer));
      end += length * 4;
    }
    if (end !== bytes.length || columns.length !== 10) return undefined;
    return { names: new Map(head.names), v4: RangeTable.of(columns.slice(0, 5)), v6: RangeTable.of(columns.slice(5)) };
  } catch {
    return undefined;
  }
}

/**
 * Calls `row` for each line `start,end,number,name`. Each name is decoded once per number, to save
 * memory.
 */
async function eachRow(
  file: string,
  names: Map<number, string>,
  row: (start: string, end: string, network: number) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (let chunk of createReadStream(file, { highWaterMark: chunkBytes })) {
    let bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, from)) {
      readRow(bytes.subarray(from, end), names, row);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
  if (rest.length > 0) readRow(rest, names, row);
}

function readRow(
  bytes: Buffer,
  names: Map<number, string>,
  row: (start: string, end: string, network: number) => void,
): void {
  let first = bytes.indexOf(comma);
  let second = bytes.indexOf(comma, first + 1);
  let third = bytes.indexOf(comma, second + 1);
  if (first < 0 || second < 0 || third < 0) return;
  let network = Number(bytes.toString('latin1', second + 1, third));
  if (!names.has(network)) names.set(network, unquoted(bytes.toString('utf8', third + 1).trim()));
  row(bytes.toString('latin1', 0, first), bytes.toString('latin1', first + 1, second), network);
}

function unquoted(field: string): string {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
}

function v4Number(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** The upper 64 bits of an IPv6 address, its network, as two numbers of 32 bits. */
function topHalf(address: string): Halves {
  let [head = '', tail] = address.split('::');
  let groups = head === '' ? [] : head.split(':');
  let end = tail ? tail.split(':') : [];
  let missing = tail === undefined ? 0 : 8 - groups.length - end.length - (address.includes('.') ? 1 : 0);
  let all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...end].map(
    (group) => parseInt(group, 16) || 0,
  );
  return [((all[0] ?? 0) * 0x10000 + (all[1] ?? 0)) >>> 0, ((all[2] ?? 0) * 0x10000 + (all[3] ?? 0)) >>> 0];
}
