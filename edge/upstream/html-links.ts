/**
 * Replaces link addresses in a stream of HTML, in chunks of any size. All other bytes stay as they
 * are. Works for every encoding that writes ASCII as ASCII.
 */
import { QuoteType, Tokenizer } from 'htmlparser2';

export interface HtmlLinks {
  write(part: Buffer): Buffer;
  /** Throws when the page ends within a tag or a comment. */
  end(): void;
}

/** An address, and attributes that follow it. */
interface Link {
  address: string;
  attributes?: Record<string, string> | undefined;
}

/**
 * Called with the `href` of an `a` or `base`. The result replaces that of an `a`; undefined keeps
 * it.
 */
export type VisitLink = (tag: 'a' | 'base', address: string) => Link | undefined;

/** A tag or comment is buffered as a whole. */
const tokenBytesMax = 64 * 1024;

const valueStart = /\s*=\s*["']?/y;

export function createHtmlLinks(visit: VisitLink): HtmlLinks {
  // Each character is a byte, and `from` is the position of the first one in the page.
  let text = '';
  let from = 0;
  /** Everything before this is processed. */
  let settled = 0;
  let replaced: { start: number; end: number; by: string }[] = [];
  let tag = '';
  let attribute = '';
  let attributeEnd = 0;
  let value = '';

  /** Within a tag whose name is read. */
  let isInTag = false;

  let read = (end: number) => void (settled = end);
  let leave = (end: number) => {
    read(end + 1);
    isInTag = false;
  };
  let slice = (start: number, end: number) => text.slice(start - from, end - from);

  function endAttribute(quote: QuoteType, end: number): void {
    if (attribute !== 'href' || (tag !== 'a' && tag !== 'base') || quote === QuoteType.NoValue) return;
    attribute = '';
    let given = visit(tag, Buffer.from(value, 'latin1').toString('utf8'));
    if (given === undefined || tag === 'base') return;
    valueStart.lastIndex = attributeEnd - from;
    let isQuoted = quote === QuoteType.Single || quote === QuoteType.Double;
    let start = attributeEnd + valueStart.exec(text)![0].length;
    let by = written(given, quote === QuoteType.Single ? "'" : '"');
    replaced.push({ start: isQuoted ? start - 1 : start, end, by });
  }

  let tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = slice(start, end).toLowerCase();
        isInTag = true;
      },
      onattribname(start, end) {
        attribute = slice(start, end).toLowerCase();
        attributeEnd = end;
        value = '';
      },
      onattribdata(start, end) {
        if (attribute === 'href') value += slice(start, end);
      },
      onattribentity(code) {
        value += Buffer.from(String.fromCodePoint(code), 'utf8').toString('latin1');
      },
      onattribend: endAttribute,
      onopentagend: leave,
      onselfclosingtag: leave,
      ontext: (_, end) => read(end),
      ontextentity: (_, end) => read(end),
      onclosetag: (_, end) => read(end),
      oncomment: (_, end) => read(end),
      oncdata: (_, end) => read(end),
      ondeclaration: (_, end) => read(end),
      onprocessinginstruction: (_, end) => read(end),
      onend: () => {},
    },
  );

  /** Removes what is processed. */
  function take(): Buffer {
    let out = '';
    let at = from;
    for (let { start, end, by } of replaced) {
      out += slice(at, start) + by;
      at = end;
    }
    replaced = [];
    let done = Math.max(settled, at);
    if (!isInTag) {
      // The unfinished part starts with the next `<`.
      let open = text.indexOf('<', done - from);
      done = from + (open < 0 ? text.length : open);
    }
    out += slice(at, done);
    text = slice(done, from + text.length);
    from = done;
    if (text.length > tokenBytesMax) throw new Error('a tag of the page is too long');
    return Buffer.from(out, 'latin1');
  }

  return {
    write(part) {
      let added = part.toString('latin1');
      text += added;
      tokenizer.write(added);
      return take();
    },
    end() {
      if (text !== '' || isInTag) throw new Error('the page breaks off');
    },
  };
}

/** The value of `href`, with the attributes after it. */
function written({ address, attributes = {} }: Link, mark: string): string {
  let others = Object.entries(attributes).map(([name, text]) => ` ${name}=${mark}${escaped(text)}${mark}`);
  return `${mark}${escaped(address)}${mark}${others.join('')}`;
}

/** In ASCII, because the encoding of the page is not known. */
function escaped(text: string): string {
  let marked = text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');
  return marked.replace(/[\u0080-\u{10ffff}]/gu, (one) => `&#${one.codePointAt(0)};`);
}
