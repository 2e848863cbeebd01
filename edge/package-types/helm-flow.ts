/**
 * Reads the parts of an index in YAML's flow style: charts and versions in braces and brackets,
 * over any number of lines.
 */
export interface ChartVisitor {
  /** The next version begins, of the same chart or another one. */
  begin(chart?: string): void;
  version(text: string): void;
  /** An address of the version. The result replaces it; undefined keeps it. */
  address(text: string): string | undefined;
}

/** What a brace or a bracket contains; `other` is ignored. */
export type FlowRole = 'charts' | 'chart' | 'version' | 'urls' | 'other';

interface Open {
  close: '}' | ']';
  role: FlowRole;
  /** The key of its next value. */
  key: string;
  isKeyNext: boolean;
}

export interface FlowTexts {
  /** Undefined for values that are not text. */
  read(text: string): { text: string; quote: string } | undefined;
  quoted(text: string, quote: string): string;
}

export interface FlowReader {
  /** Reads the rest of a line, starting with a brace or bracket unless one is open. */
  line(text: string): string;
  isOpen(): boolean;
}

/** An index needs four; a repository could send millions. */
const depthMax = 100;

/** `role` is what the first brace or bracket contains. */
export function createFlow(visitor: ChartVisitor, role: FlowRole, { read, quoted }: FlowTexts): FlowReader {
  let open: Open[] = [];
  let isDone = false;

  function opened(mark: '{' | '['): void {
    let outer = open.at(-1);
    let inner = outer ? roleIn(outer, mark) : role;
    if (outer?.role === 'charts') visitor.begin(outer.key);
    if (inner === 'version' && outer) visitor.begin();
    if (open.length === depthMax) throw new Error('the index has too many braces inside each other');
    open.push({ close: mark === '{' ? '}' : ']', role: inner, key: '', isKeyNext: mark === '{' });
  }

  /** Returns the key or value, possibly replaced. */
  function text(token: string, isKey: boolean): string {
    let inside = open.at(-1)!;
    let found = read(token);
    if (isKey && inside.isKeyNext) {
      inside.key = found?.text ?? '';
      inside.isKeyNext = false;
      return token;
    }
    if (inside.role === 'version' && inside.key === 'version') visitor.version(found?.text ?? '');
    let given = inside.role === 'urls' && found ? visitor.address(found.text) : undefined;
    // Without quotes, some characters of an address would end it here.
    return given === undefined ? token : quoted(given, found!.quote || '"');
  }

  function take(token: string, isKey: boolean): string {
    if (token === '{' || token === '[') opened(token);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ',') open.at(-1)!.isKeyNext = open.at(-1)!.close === '}';
    else if (token !== ':') return text(token, isKey);
    isDone = open.length === 0;
    return token;
  }

  return {
    line(all) {
      let out = '';
      let at = 0;
      while (at < all.length && !isDone) {
        let start = at;
        while (at < all.length && isSpace(all[at])) at++;
        out += all.slice(start, at);
        if (at === all.length || (all[at] === '#' && (at === 0 || isSpace(all[at - 1])))) break;
        let end = endOfToken(all, at);
        let token = all.slice(at, end);
        let bare = token.trimEnd();
        out += take(bare, isColon(all, end, /^["']/.test(bare))) + token.slice(bare.length);
        at = end;
      }
      return out + all.slice(at);
    },
    isOpen: () => !isDone,
  };
}

function roleIn({ role, key }: Open, mark: '{' | '['): FlowRole {
  if (role === 'charts' && mark === '[') return 'chart';
  if (role === 'chart' && mark === '{') return 'version';
  return role === 'version' && key === 'urls' && mark === '[' ? 'urls' : 'other';
}

const marks = '{}[],';

function isSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

/**
 * Whether a key ends here: after quotes any colon ends it, otherwise one before a space or an
 * indicator.
 */
function isColon(text: string, at: number, isQuoted: boolean): boolean {
  while (isQuoted && isSpace(text[at])) at++;
  let next = text[at + 1];
  return text[at] === ':' && (isQuoted || next === undefined || isSpace(next) || marks.includes(next));
}

/** An indicator, a quoted text, or a text up to the next indicator, colon or comment. */
function endOfToken(text: string, at: number): number {
  let first = text[at]!;
  if (marks.includes(first)) return at + 1;
  if (first === '"' || first === "'") return endOfQuotes(text, at, first);
  if (isColon(text, at, false) || (first === ':' && /["']/.test(text[at - 1] ?? ''))) return at + 1;
  let end = at + 1;
  while (end < text.length && !marks.includes(text[end]!) && !isColon(text, end, false)) {
    if (text[end] === '#' && isSpace(text[end - 1])) break;
    end++;
  }
  return end;
}

/** Quotes inside are escaped by a backslash or doubled. */
function endOfQuotes(text: string, at: number, quote: string): number {
  for (let end = at + 1; end < text.length; end++) {
    if (quote === '"' && text[end] === '\\') end++;
    else if (quote === "'" && text[end] === quote && text[end + 1] === quote) end++;
    else if (text[end] === quote) return end + 1;
  }
  return text.length;
}
