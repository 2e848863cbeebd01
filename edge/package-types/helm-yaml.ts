/**
 * Reads the index of a chart repository in YAML, line by line: the block style of Helm and of
 * hand-written files, and the flow style (`helm-flow.ts`). Anchors and multi-line texts stay as
 * they are.
 */
import { createTextLines } from '../upstream/text-lines';
import { type ChartVisitor, createFlow, type FlowReader, type FlowRole } from './helm-flow';

const entriesKey = /^(?:entries|"entries"|'entries')\s*:/;
const chartKey = /^(?:"([^"]*)"|'([^']*)'|([^\s:"'-][^\s:]*))\s*:/;
const versionKey = /^(["']?)(version|urls)\1\s*:(?=\s)\s*/;
const item = /^-(?=\s)[ \t]*/;
/** A comment or an empty line. */
const nothing = /^\s*(?:$|#)/;
/** Anchors and tags before a value. */
const marked = /^[&!]\S*\s*$/;
/** A line in flow style is parsed at once, and can have thousands of versions. */
const flowBytesMax = 8 * 1024;

/** The text follows on the next line. */
const onNextLine = /^[|>][-+0-9]*\s*$/;

export function createHelmYaml(visitor: ChartVisitor) {
  let hasEntries = false;
  let inEntries = false;
  /** Columns: of the charts, of the dashes of their versions, and of the keys of a version. */
  let charts = -1;
  let versions = -1;
  let keys = -1;
  /** What the next lines contain. */
  let reads: '' | 'list' | 'flow' | 'text' = '';
  /** Open braces and brackets. */
  let flowing: FlowReader | undefined;
  let out: string[] = [];

  function rewrite(line: string): string {
    if (flowing) return inFlow(line);
    let at = line.search(/[^ ]/);
    let text = line.slice(at);
    if (nothing.test(text)) return line;
    if (at === 0) return startSection(line);
    if (!inEntries) return line;
    if (charts < 0 && text.startsWith('{')) return line.slice(0, at) + startFlow('charts', text);
    if (charts < 0) charts = at;
    if (at === charts && !item.test(text)) return startChart(line, text);
    if (reads === 'flow') return flow(line);
    if (versions < 0 && at > charts && text.startsWith('[')) return line.slice(0, at) + startFlow('chart', text);
    let dash = item.exec(text)?.[0].length ?? 0;
    if (dash && (versions < 0 || at === versions)) return startVersion(line, at, dash);
    if (versions >= 0 && keys < 0) keys = at;
    if (at === keys && !dash) return line.slice(0, at) + key(text);
    if (dash && reads !== '' && at >= keys) return line.slice(0, at + dash) + listed(text.slice(dash));
    if (reads !== 'text') return line;
    reads = 'list';
    return line.slice(0, at) + scalar(text);
  }

  function startSection(line: string): string {
    inEntries = entriesKey.test(line);
    hasEntries ||= inEntries;
    reads = '';
    let [head = ''] = (inEntries && /^[^:]*:\s*(?=\{)/.exec(line)) || [];
    return head ? head + startFlow('charts', line.slice(head.length)) : line;
  }

  function startFlow(role: FlowRole, text: string): string {
    flowing = createFlow(visitor, role, { read, quoted });
    return inFlow(text);
  }

  function inFlow(text: string): string {
    refuseLong(text);
    let changed = flowing!.line(text);
    if (!flowing!.isOpen()) flowing = undefined;
    return changed;
  }

  function startChart(line: string, text: string): string {
    let [, double, single, plain] = chartKey.exec(text) ?? [];
    visitor.begin(double ?? single ?? plain ?? '');
    versions = keys = -1;
    reads = '';
    let [head = ''] = /^[^[{#]*:\s*(?=\[)/.exec(line) ?? [];
    return head ? head + startFlow('chart', line.slice(head.length)) : line;
  }

  function startVersion(line: string, at: number, dash: number): string {
    visitor.begin();
    versions = at;
    reads = '';
    let text = line.slice(at + dash);
    if (text.startsWith('{')) return line.slice(0, at + dash) + startFlow('version', text);
    keys = nothing.test(text) ? -1 : at + dash;
    return line.slice(0, at + dash) + key(text);
  }

  function key(text: string): string {
    reads = '';
    let [head = '', , name] = versionKey.exec(text) ?? [];
    let value = text.slice(head.length);
    if (name === 'version') visitor.version(read(value)?.text ?? '');
    if (name !== 'urls') return text;
    // A line break belongs to the space after the key.
    if (nothing.test(value) || marked.test(value)) reads = 'list';
    if (!value.startsWith('[')) return text;
    reads = 'flow';
    return head + flow(value);
  }

  function listed(text: string): string {
    reads = nothing.test(text) || onNextLine.test(text) ? 'text' : 'list';
    return reads === 'text' ? text : scalar(text);
  }

  function scalar(text: string): string {
    let found = read(text);
    let given = found && visitor.address(found.text);
    if (given === undefined) return text;
    return quoted(given, found!.quote) + text.slice(found!.length);
  }

  /** A list in brackets, of which a line can have any part. */
  function flow(text: string): string {
    refuseLong(text);
    return text.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|(?<=\s)#.*|\]|[^\s,[\]"'][^\s,\]]*/g, (token) => {
      if (token === ']') reads = '';
      if (reads !== 'flow' || token.startsWith('#')) return token;
      let found = read(token);
      let given = found && visitor.address(found.text);
      // Without quotes, some characters of an address would end it here.
      return given === undefined ? token : quoted(given, found!.quote || '"');
    });
  }

  let lines = createTextLines((line) => void out.push(rewrite(line)));
  let take = () => Buffer.from(out.splice(0).join(''), 'latin1');
  return {
    write(part: Buffer): Buffer {
      lines.write(part);
      return take();
    },
    rest(): Buffer {
      lines.end();
      return take();
    },
    end() {
      if (!hasEntries) throw new Error('this is not a chart index');
    },
  };
}

function refuseLong({ length }: string): void {
  if (length > flowBytesMax) throw new Error('a line of the index is too long');
}

interface Scalar {
  text: string;
  /** Characters of the line that it takes. */
  length: number;
  quote: string;
}

/** A text in double quotes, single quotes or none; undefined for other values. */
function read(line: string): Scalar | undefined {
  let [whole = '', double, single] = /^(?:("(?:[^"\\]|\\.)*")|'((?:[^']|'')*)')/.exec(line) ?? [];
  if (double !== undefined) {
    let text = textOf(utf8(double));
    return text === undefined ? undefined : { text, length: whole.length, quote: '"' };
  }
  if (single !== undefined) return { text: utf8(single.replaceAll("''", "'")), length: whole.length, quote: "'" };
  if (/^[\s"'*&!|>{}[\]%@`#,]/.test(line)) return undefined;
  let comment = line.search(/\s#/);
  let text = (comment < 0 ? line : line.slice(0, comment)).trimEnd();
  return { text: utf8(text), length: text.length, quote: '' };
}

/** YAML has escapes that JSON does not have; no address needs them. */
function textOf(quotedText: string): string | undefined {
  try {
    return JSON.parse(quotedText);
  } catch {
    return undefined;
  }
}

function quoted(text: string, quote: string): string {
  if (quote === '"') return JSON.stringify(text);
  return quote === '' ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Lines have one character per byte. */
function utf8(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8');
}
