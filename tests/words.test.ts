/**
 * The texts of the product use plain words (see "Words" in CONTRIBUTING.md): strings and JSX of
 * the source, as pages, emails, the API, commands and logs show them, and the documentation.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** What not to write, and what to write instead. */
const patterns: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\b(told|untold)\b/i, 'name who notifies whom: "we email you", "alerts are sent"'],
  [/\bstands?\b(?! out\b)/i, 'is, or shows'],
  [/\b(whoever|whatever it|somebody|everybody|anybody|nobody)\b/i, 'you, people, anyone, no one, or the role'],
  [/(?<!begin-)\banew\b/i, 'again, or new'],
  [/\bat once\b/i, 'immediately, automatically, or at the same time'],
  [/\b(is|are|was|were) no\b(?! longer\b)/i, 'is not a, or has no'],
  [/\b(go|goes|gone|went) on\b/i, 'continue, keep, or resume'],
  [/\bof (its|your|their) own\b/i, 'your own …'],
  [/\bfor ever\b/i, 'forever'],
  [/\b(has|have|had) ended\b/i, 'expired, was revoked, or was deleted'],
  [/\bmails?\b(?! (server|program|client|provider)|\.)/i, 'email'],
  [
    /(?<!\b(IP|IPv[46]|email|postal) )\b(?<!-)address(es)?\b(?!, tax)/i,
    'URL, IP address, or email; "address" alone only for a postal one',
  ],
];

/** Line and text of the strings and JSX texts of a file: sentences, and labels of one or two words. */
function textsIn(file: string): (readonly [line: number, text: string])[] {
  let source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  let texts: (readonly [number, string])[] = [];
  let visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTaggedTemplateExpression(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || ts.isTemplateExpression(node)) {
      let text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join('…')
        : node.text;
      let line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      // One or two words without a capital are a name in the code.
      let isText = text.trim().split(/\s+/).length >= 3 || /^\s*[A-Z]/.test(text);
      if (isText && !isCode(text)) texts.push([line, text]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

/** SQL, HTML, scripts and names of classes. */
function isCode(text: string): boolean {
  return /\b(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|PRAGMA)\b|^\s*(select|from|join|where|left join) |=>|<\w|\b(flex|px-\d)/.test(
    text,
  );
}

/** Line and text of the paragraphs of a document, without code and targets of links. */
function paragraphsIn(file: string): (readonly [line: number, text: string])[] {
  let line = 1;
  return readFileSync(file, 'utf8')
    .replace(/^\s*```.*?^\s*```/gms, (code) => code.replace(/[^\n]/g, ''))
    .split(/(?<=\n\n)/)
    .map((text) => {
      let start = line;
      line += text.split('\n').length - 1;
      return [
        start,
        text
          .replace(/`[^`]*`/g, '')
          .replace(/\]\([^)]*\)/g, ']')
          .replace(/\s+/g, ' '),
      ] as const;
    });
}

const rooms = ['app', 'cli', 'contract', 'edge', 'gateway', 'journal', 'server'];
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', ...rooms, 'docs', '*.md'],
  {
    encoding: 'utf8',
  },
).split('\n');

test.each([
  ['source', files.filter((file) => /\.tsx?$/.test(file)), textsIn],
  [
    'documentation',
    files.filter((file) => file.endsWith('.md') && !/decisions|CHANGELOG|CONTRIBUTING/.test(file)),
    paragraphsIn,
  ],
] as const)('texts of the %s use plain words', (_, some, read) => {
  expect(some.length).toBeGreaterThan(20);
  let faults = some.flatMap((file) =>
    read(file).flatMap(([line, text]) =>
      patterns.flatMap(([pattern, instead]) => {
        let found = pattern.exec(text)?.[0];
        return found ? [`${file}:${line}: "${found}" in "${text.replace(/\s+/g, ' ').trim()}"; write ${instead}`] : [];
      }),
    ),
  );
  expect(faults).toEqual([]);
});
