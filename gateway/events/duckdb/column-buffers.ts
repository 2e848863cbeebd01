/**
 * Column buffers for appending rows. A call into the engine per value costs more than everything
 * else about an event: numbers are copied by column, and equal texts are passed once.
 */
import duckdb, { type Vector } from '@duckdb/node-bindings';

/** Rows per chunk of the engine. */
export const bufferRows = duckdb.vector_size();

/** Values of one column for the next rows. */
export interface ColumnBuffer<Value> {
  /** Throws a TypeError for a value of the wrong type, such as one of a damaged journal. */
  set(row: number, value: Value): void;
  /** Passes the first `count` rows on. */
  flush(to: Vector, count: number): void;
}

export function uuidBuffer(): ColumnBuffer<string> {
  let bytes = new Uint8Array(16 * bufferRows);
  return {
    set(row, id) {
      let at = 16 * row + 15;
      let highest = 0;
      for (let i = 0; i < 36; i += 2) {
        if (id.charCodeAt(i) === dash) i += 1;
        let [high, low] = [digits[id.charCodeAt(i)]!, digits[id.charCodeAt(i + 1)]!];
        bytes[at--] = 16 * high + low;
        highest |= high | low;
      }
      if (id.length !== 36 || highest > 15 || at !== 16 * row - 1) throw new TypeError(`Not a UUID: ${id}`);
      // The engine compares UUIDs as signed numbers.
      bytes[16 * row + 15]! ^= 0x80;
    },
    flush: (to, count) => copy(to, bytes, 16 * count),
  };
}

const dash = '-'.charCodeAt(0);
/** Values of hexadecimal digits; higher for other bytes. */
const digits = new Uint8Array(256).fill(0xff);
for (let [value, digit] of [...'0123456789abcdef'].entries()) {
  digits[digit.charCodeAt(0)] = value;
  digits[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Integers in the safe range of a double. */
export function bigintBuffer(): ColumnBuffer<number> {
  let halves = new Int32Array(2 * bufferRows);
  return {
    set(row, value) {
      if (!Number.isSafeInteger(value)) throw new TypeError(`Not a whole number: ${value}`);
      halves[2 * row] = value;
      halves[2 * row + 1] = Math.floor(value / 0x1_0000_0000);
    },
    flush: (to, count) => copy(to, halves, 8 * count),
  };
}

export function integerBuffer(): ColumnBuffer<number> {
  let values = new Int32Array(bufferRows);
  return {
    set: (row, value) => void (values[row] = value),
    flush: (to, count) => copy(to, values, 4 * count),
  };
}

/** The lower 64 bits. */
export function hashBuffer(): ColumnBuffer<bigint> {
  let values = new BigUint64Array(bufferRows);
  return {
    set: (row, value) => void (values[row] = value),
    flush: (to, count) => copy(to, values, 8 * count),
  };
}

export function flagBuffer(): ColumnBuffer<boolean> {
  let values = new Uint8Array(bufferRows);
  return {
    set(row, value) {
      if (typeof value !== 'boolean') throw new TypeError(`This is neither true nor false: ${String(value)}`);
      values[row] = value ? 1 : 0;
    },
    flush: (to, count) => copy(to, values, count),
  };
}

export function fractionBuffer(): ColumnBuffer<number | null> {
  let values = new Float64Array(bufferRows);
  let isThere = new Uint8Array(bufferRows / 8).fill(0xff);
  let isWhole = true;
  return {
    set(row, value) {
      if (value !== null && typeof value !== 'number') throw new TypeError(`Not a number: ${String(value)}`);
      values[row] = value ?? 0;
      if (value !== null) return;
      isThere[row >> 3]! &= ~(1 << (row & 7));
      isWhole = false;
    },
    flush(to, count) {
      copy(to, values, 8 * count);
      if (isWhole) return;
      duckdb.vector_ensure_validity_writable(to);
      duckdb.copy_data_to_vector_validity(to, 0, isThere.buffer, 0, isThere.byteLength);
      isThere.fill(0xff);
      isWhole = true;
    },
  };
}

export function textBuffer(): ColumnBuffer<string> {
  let texts: string[] = [];
  /** The first row with the same text; -1 for the empty one. */
  let firsts = new Int16Array(bufferRows);
  /** The engine's string format: length and pointer. */
  let quarters = new Int32Array(4 * bufferRows);
  return {
    set(row, text) {
      if (typeof text !== 'string') throw new TypeError(`Not a text: ${String(text)}`);
      texts[row] = text;
    },
    flush(to, count) {
      let known = new Map<string, number>([['', -1]]);
      for (let row = 0; row < count; row++) {
        let text = texts[row]!;
        let first = row > 0 && text === texts[row - 1] ? firsts[row - 1] : known.get(text);
        if (first === undefined) {
          known.set(text, (first = row));
          duckdb.vector_assign_string_element(to, row, text);
        }
        firsts[row] = first;
      }
      let { buffer, byteOffset } = duckdb.vector_get_data(to, 16 * count);
      let assigned = new Int32Array(buffer, byteOffset, 4 * count);
      for (let row = 0; row < count; row++) {
        let from = 4 * firsts[row]!;
        for (let i = 0; i < 4; i++) quarters[4 * row + i] = from < 0 ? 0 : assigned[from + i]!;
      }
      copy(to, quarters, 16 * count);
    },
  };
}

function copy(to: Vector, { buffer }: { buffer: ArrayBuffer }, byteCount: number): void {
  duckdb.copy_data_to_vector(to, 0, buffer, 0, byteCount);
}
