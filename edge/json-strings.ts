/**
 * Replaces single strings of a JSON object while its text passes by, in parts of any size. All other
 * bytes stay as they are, and no part takes long.
 */

export interface JsonStrings {
  /** The next part of the text with its replacements. Throws where the text is no JSON object. */
  write(part: Buffer): Buffer;
  /** Throws when the object has not ended. */
  end(): void;
}

/** Keys from the root to a value; `*` stands for any key, `[]` for the place in an array. */
export type JsonPath = readonly string[];

/** Its answer replaces the string at `path`; undefined keeps it. */
export type Visit = (path: JsonPath, text: string) => string | undefined;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openObject = 0x7b;
const closeObject = 0x7d;
const openArray = 0x5b;
const closeArray = 0x5d;
const spaces = [0x20, 0x09, 0x0a, 0x0d];

const inArray = '[]';

const depthMax = 200;
/** A string that is looked at has to be in memory as a whole. */
const stringBytesMax = 64 * 1024;

/** Its answer is put at the end of the object, which has these `keys`: `"key":"value"`, or nothing. */
export type Append = (keys: ReadonlySet<string>) => string;

/** Shows `visit` the strings at `paths`. */
export function createJsonStrings(paths: readonly JsonPath[], visit: Visit, append?: Append): JsonStrings {
  /** For each open container: whether it is an object, and whether one of the paths leads into it. */
  let open: { isObject: boolean; isOnPath: boolean }[] = [];
  let path: string[] = [];
  let started = false;
  /** The next string is a key. */
  let isKey = false;
  /** One of the paths leads to the next value or through it. */
  let isOnPath = true;
  /** Within a string that nobody looks at; how many bytes of the next part belong to an escape. */
  let inString = false;
  let escaped = 0;
  /** The beginning of a string whose end has not come yet. */
  let held: Buffer = Buffer.alloc(0);
  /** Keys of the object itself, where something may be appended. */
  let keys = new Set<string>();

  let leadsOn = () => paths.some((one) => one.length >= path.length && isAt(one, path));
  let isWanted = () => paths.some((one) => one.length === path.length && isAt(one, path));

  function enter(isObject: boolean): void {
    if (open.length === depthMax) throw new Error('the JSON is nested too deeply');
    if (open.length === 0 && (started || !isObject)) throw new Error('this is no JSON object');
    started = true;
    open.push({ isObject, isOnPath });
    isKey = isObject;
    nextItem();
  }

  /** The next value of an array, or key of an object. */
  function nextItem(): void {
    let container = open.at(-1);
    isOnPath = false;
    if (!container?.isOnPath || container.isObject) return;
    path.length = open.length - 1;
    path.push(inArray);
    isOnPath = leadsOn();
  }

  function leave(isObject: boolean): void {
    if (open.pop()?.isObject !== isObject) throw new Error('the JSON is not well-formed');
    path.length = Math.min(path.length, open.length);
    isKey = false;
  }

  /** A whole string that is looked at; its replacement, if it has one. */
  function take(text: string): string | undefined {
    if (!isKey) return visit(path, text);
    path.length = open.length - 1;
    path.push(text);
    isOnPath = leadsOn();
    if (append && open.length === 1) keys.add(text);
    return undefined;
  }

  /** The place behind a string that nobody looks at, or the end of the part it goes on beyond. */
  function pass(bytes: Buffer, start: number): number {
    let end = endOfString(bytes, start);
    inString = end > bytes.length;
    escaped = Math.max(0, end - bytes.length - 1);
    return Math.min(end, bytes.length);
  }

  return {
    write(part) {
      if (part.length === 0) return part;
      let bytes = held.length > 0 ? Buffer.concat([held, part]) : part;
      held = Buffer.alloc(0);
      let out: Buffer[] = [];
      let from = 0;
      let at = 0;
      if (inString) at = pass(bytes, escaped);
      for (; at < bytes.length; at += 1) {
        let byte = bytes[at]!;
        if (byte === quote && open.length > 0) {
          let isLookedAt = isKey ? open.at(-1)!.isOnPath : isOnPath && isWanted();
          if (!isLookedAt) {
            isOnPath = false;
            at = pass(bytes, at + 1) - 1;
            continue;
          }
          let end = endOfString(bytes, at + 1);
          if (end > bytes.length) break;
          let given = take(JSON.parse(bytes.toString('utf8', at, end)) as string);
          if (given !== undefined) {
            out.push(bytes.subarray(from, at), Buffer.from(JSON.stringify(given)));
            from = end;
          }
          at = end - 1;
        } else if (byte === openObject || byte === openArray) enter(byte === openObject);
        else if (byte === closeObject || byte === closeArray) {
          leave(byte === closeObject);
          let more = open.length === 0 && append?.(keys);
          if (more) {
            out.push(bytes.subarray(from, at), Buffer.from(keys.size > 0 ? `,${more}` : more));
            from = at;
          }
        } else if (byte === comma) {
          isKey = open.at(-1)?.isObject ?? false;
          nextItem();
        } else if (byte === colon) isKey = false;
        else if (open.length === 0 && !spaces.includes(byte)) throw new Error('this is no JSON object');
      }
      if (at < bytes.length) held = Buffer.from(bytes.subarray(at));
      if (held.length > stringBytesMax) throw new Error('a string of the JSON is too long');
      out.push(bytes.subarray(from, at));
      return out.length === 1 ? out[0]! : Buffer.concat(out);
    },
    end() {
      if (!started || open.length > 0) throw new Error('the JSON breaks off');
    },
  };
}

function isAt(wanted: JsonPath, path: JsonPath): boolean {
  return path.every((key, i) => wanted[i] === key || (wanted[i] === '*' && key !== inArray));
}

/**
 * The place behind the string whose text begins at `start`. Where it does not end in `bytes`: one
 * beyond their end, or two when they end within an escape.
 */
function endOfString(bytes: Buffer, start: number): number {
  let at = start;
  for (; at < bytes.length; at += 1) {
    let byte = bytes[at];
    if (byte === backslash) at += 1;
    else if (byte === quote) return at + 1;
  }
  return at + 1;
}
