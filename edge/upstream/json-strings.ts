/**
 * Replaces strings in a stream of JSON, in chunks of any size, and single objects as a whole. All other
 * bytes stay as they are.
 */

export interface JsonStrings {
  /** Throws if the text is not a JSON object. */
  write(part: Buffer): Buffer;
  /** Throws if the object is incomplete. */
  end(): void;
}

/** Keys from the root to a value; `*` matches any key, `[]` any array index. */
export type JsonPath = readonly string[];

/** A text replaces the string at `path`, undefined keeps it. */
export type Visit = (path: JsonPath, text: string) => string | undefined;

type Members = Record<string, unknown>;

/**
 * What an object at `path` is replaced with; undefined keeps the object. Asked when it begins. Strings
 * in it are replaced first.
 */
export type Replace = (path: JsonPath) => ((members: Members) => Members | undefined) | undefined;

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
/** A visited string is buffered as a whole. */
const stringBytesMax = 64 * 1024;
/** An object that is to be replaced is buffered as a whole; a larger one stays as it is. */
const objectBytesMax = 1024 * 1024;

/**
 * The result is added at the end of the object, which has these `keys`: `"key":"value"`, or
 * nothing.
 */
type Append = (keys: ReadonlySet<string>) => string;

interface Options {
  append?: Append;
  /** Of objects that one of the paths leads into. */
  replace?: Replace | undefined;
}

/** Calls `visit` for the strings at `paths`. */
export function createJsonStrings(
  paths: readonly JsonPath[],
  visit: Visit,
  { append, replace }: Options = {},
): JsonStrings {
  let place = createPlace(paths);
  let output = createOutput();
  let { open, path } = place;
  /** Within a skipped string, and how many bytes of the next chunk belong to an escape. */
  let inString = false;
  let escaped = 0;
  /** The start of an incomplete string. */
  let held: Buffer = Buffer.alloc(0);
  /** Keys of the root object, if something may be appended. */
  let keys = new Set<string>();

  /** The replacement of a complete string, if any. */
  function take(text: string): ReturnType<Visit> {
    if (!place.isKey()) return visit(path, text);
    place.key(text);
    if (append && open.length === 1) keys.add(text);
    return undefined;
  }

  /** The position after a skipped string, or the end of the chunk. */
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
      let { put } = output;
      let from = 0;
      let at = 0;
      if (inString) at = pass(bytes, escaped);
      for (; at < bytes.length; at += 1) {
        let byte = bytes[at]!;
        if (byte === quote && open.length > 0) {
          if (!place.isLookedAt()) {
            place.skip();
            at = pass(bytes, at + 1) - 1;
            continue;
          }
          let end = endOfString(bytes, at + 1);
          if (end > bytes.length) break;
          let given = take(JSON.parse(bytes.toString('utf8', at, end)));
          if (given !== undefined) {
            put(bytes.subarray(from, at));
            put(Buffer.from(JSON.stringify(given)));
            from = end;
          }
          at = end - 1;
        } else if (byte === openObject || byte === openArray) {
          let isReplaceable = byte === openObject && output.depth() === undefined && place.isOnPath();
          let by = isReplaceable ? replace?.(path) : undefined;
          if (by) {
            put(bytes.subarray(from, at));
            from = at;
            output.begin(open.length, by);
          }
          place.enter(byte === openObject);
        } else if (byte === closeObject || byte === closeArray) {
          place.leave(byte === closeObject);
          if (output.depth() === open.length) {
            put(bytes.subarray(from, at + 1));
            from = at + 1;
            output.end();
          }
          let more = open.length === 0 && append?.(keys);
          if (more) {
            put(bytes.subarray(from, at));
            put(Buffer.from(keys.size > 0 ? `,${more}` : more));
            from = at;
          }
        } else if (byte === comma) {
          place.next();
        } else if (byte === colon) place.value();
        else if (open.length === 0 && !spaces.includes(byte)) throw new Error('this is not a JSON object');
      }
      if (at < bytes.length) held = Buffer.from(bytes.subarray(at));
      if (held.length > stringBytesMax) throw new Error('a string of the JSON is too long');
      put(bytes.subarray(from, at));
      return output.take();
    },
    end() {
      if (!place.isComplete()) throw new Error('the JSON breaks off');
    },
  };
}

/** Where in the text the next byte is, and whether one of the paths leads there. */
function createPlace(paths: readonly JsonPath[]) {
  /** For each open container: whether it is an object, and whether one of the paths leads into it. */
  let open: { isObject: boolean; isOnPath: boolean }[] = [];
  let path: string[] = [];
  let started = false;
  /** The next string is a key. */
  let isKey = false;
  /** One of the paths leads to the next value or through it. */
  let isOnPath = true;

  /** The value of this key is next. */
  function go(key: string): void {
    path.length = open.length - 1;
    path.push(key);
    isOnPath = paths.some((one) => one.length >= path.length && isAt(one, path));
  }

  /** The next value of an array, or key of an object. */
  function next(): void {
    let container = open.at(-1);
    isKey = container?.isObject ?? false;
    isOnPath = false;
    if (container?.isOnPath && !isKey) go(inArray);
  }

  return {
    open,
    path,
    isKey: () => isKey,
    isOnPath: () => isOnPath,
    isComplete: () => started && open.length === 0,
    isLookedAt: () =>
      isKey ? open.at(-1)!.isOnPath : isOnPath && paths.some((one) => one.length === path.length && isAt(one, path)),
    enter(isObject: boolean): void {
      if (open.length === depthMax) throw new Error('the JSON is nested too deeply');
      if (open.length === 0 && (started || !isObject)) throw new Error('this is not a JSON object');
      started = true;
      open.push({ isObject, isOnPath });
      next();
    },
    leave(isObject: boolean): void {
      if (open.pop()?.isObject !== isObject) throw new Error('the JSON is not well-formed');
      path.length = Math.min(path.length, open.length);
      isKey = false;
    },
    next,
    key: go,
    value: () => void (isKey = false),
    skip: () => void (isOnPath = false),
  };
}

/** Pieces to pass on; those of an object that is replaced as a whole wait for its end. */
function createOutput() {
  let out: Buffer[] = [];
  let whole: (Whole & { depth: number; bytes: number }) | undefined;
  return {
    /** Of the object that is replaced. */
    depth: () => whole?.depth,
    begin(depth: number, by: Whole['by']): void {
      whole = { depth, parts: [], bytes: 0, by };
    },
    put(piece: Buffer): void {
      (whole?.parts ?? out).push(piece);
      if (!whole || (whole.bytes += piece.length) <= objectBytesMax) return;
      out = out.concat(whole.parts);
      whole = undefined;
    },
    end(): void {
      if (whole) out.push(replaced(whole));
      whole = undefined;
    },
    take(): Buffer {
      let taken = out;
      out = [];
      return taken.length === 1 ? taken[0]! : Buffer.concat(taken);
    },
  };
}

interface Whole {
  parts: Buffer[];
  by: ReturnType<Replace> & {};
}

function replaced({ parts, by }: Whole): Buffer {
  let text = Buffer.concat(parts);
  try {
    let given = by(JSON.parse(text.toString()));
    return given ? Buffer.from(JSON.stringify(given)) : text;
  } catch {
    // Not strictly JSON: clients that read it get it as it is.
    return text;
  }
}

function isAt(wanted: JsonPath, path: JsonPath): boolean {
  return path.every((key, i) => wanted[i] === key || (wanted[i] === '*' && key !== inArray));
}

/**
 * The position after the string whose text begins at `start`. If it does not end in `bytes`: one
 * after their end, or two when they end within an escape.
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
