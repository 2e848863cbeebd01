/** Replaces strings in JSON while it is streamed in parts. Everything else is unchanged. */
import { describe, expect, test } from 'vitest';
import { createJsonStrings, type JsonPath } from 'edge/upstream/json-strings';

const paths: JsonPath[] = [
  ['versions', '*', 'dist', 'tarball'],
  ['dist-tags', '*'],
  ['files', '[]', 'url'],
];

/** The output for a text streamed in parts of `size` bytes, and the strings that were found. */
function passed(text: string, size: number) {
  let seen: [string, string][] = [];
  let strings = createJsonStrings(paths, (path, found) => {
    seen.push([path.join(' '), found]);
    return path[0] !== 'dist-tags' ? `<${found}>` : undefined;
  });
  let bytes = Buffer.from(text);
  let out: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) out.push(strings.write(bytes.subarray(at, at + size)));
  strings.end();
  return { text: Buffer.concat(out).toString(), seen };
}

const packument = String.raw` {
  "name": "a\"tarball\": b", "tarball" : "not this one",
  "readme": "\"dist\":{\"tarball\":\"nor this\"} \\",
  "dist-tags":{"latest":"1.0.0","né\u0078t":"2.0.0"},
  "versions" : {
    "1.0.0": {"tarball":"no","x":[{"dist":{"tarball":"no"}}],"dist":{"a":1.50,"tarball":"one\/two","shasum":"\u00e9"}},
    "2.0.0": {"dist":{"tarball":"thrée","signatures":[{"sig":"="},[],{}]}, "deps":{"dist":{"tarball":"no"}}},
    "3.0.0": {"dist":{"tarball":null}},
    "4.0.0": {"dist":[{"tarball":"no"}]}
  },
  "files" : [{"hashes":{"url":"no"},"url":"first","more":["url",{"url":"no"}]}, [{"url":"no"}], "url", {"url":"2"}],
  "url": "no", "dist": {"tarball":"no"}, "time":{"1.0.0":"then"}, "e": [1e9, true,false ,null, "\\\""]
}
`;

const expected = packument
  .replace(String.raw`"one\/two"`, '"<one/two>"')
  .replace('"thrée"', '"<thrée>"')
  .replace('"first"', '"<first>"')
  .replace('"2"', '"<2>"');

test.each([1, 2, 3, 7, 16, 64, 10_000])('parts of %i bytes: only strings at the paths are replaced', (size) => {
  let { text, seen } = passed(packument, size);
  expect(text).toBe(expected);
  expect(seen).toEqual([
    ['dist-tags latest', '1.0.0'],
    ['dist-tags néxt', '2.0.0'],
    ['versions 1.0.0 dist tarball', 'one/two'],
    ['versions 2.0.0 dist tarball', 'thrée'],
    ['files [] url', 'first'],
    ['files [] url', '2'],
  ]);
});

describe('input that is not a JSON object is refused', () => {
  test.each([
    ['a page', '<html></html>'],
    ['a list', '[{}]'],
    ['a string', '"versions"'],
    ['nothing', '  '],
    ['two objects', '{}{}'],
    ['mismatched brackets', '{"a":[}]}'],
    ['an incomplete object', '{"versions":{"1.0.0":{}'],
    ['an incomplete string', '{"dist-tags":{"latest":"1.'],
    ['a depth of 1,000', '{"a":'.repeat(1_000)],
    ['a key of 100 kB', `{"${'a'.repeat(100_000)}":1}`],
    ['a key with a wrong escape', String.raw`{"\q":1}`],
  ])('%s', (_, text) => {
    expect(() => passed(text, 1_000)).toThrow();
  });
});

test('a string that is not at one of the paths may have any length', () => {
  let text = `{"dist":{"readme":"${'long '.repeat(100_000)}"}}`;
  expect(passed(text, 65_536).text).toBe(text);
});

describe('an object that is replaced as a whole', () => {
  let given =
    '{"v":{"1":{"yanked":false, "n":1.0},"2":{ "yanked" : false ,"x":[{"yanked":1}],"at":"é","n":1},"3":{"yanked":false}},"2":{}}';

  function marked(text: string, size: number): string {
    let strings = createJsonStrings([['v', '*', 'at']], () => 'here', {
      replace: ([, key, ...rest]) =>
        key === '2' && rest.length === 0 ? (members) => ({ ...members, yanked: 'a "b"' }) : undefined,
    });
    let bytes = Buffer.from(text);
    let out: Buffer[] = [];
    for (let at = 0; at < bytes.length; at += size) out.push(strings.write(bytes.subarray(at, at + size)));
    strings.end();
    return Buffer.concat(out).toString();
  }

  test.each([1, 2, 7, 1_000])(
    'has all its other members, and others stay byte for byte, in parts of %i bytes',
    (size) => {
      expect(marked(given, size)).toBe(
        '{"v":{"1":{"yanked":false, "n":1.0},"2":{"yanked":"a \\"b\\"","x":[{"yanked":1}],"at":"here","n":1},"3":{"yanked":false}},"2":{}}',
      );
    },
  );

  test('stays as it is if it is too large to be held back', () => {
    let large = `{"v":{"2":{"yanked":false,"readme":"${'long '.repeat(300_000)}","at":"here"},"3":{}}}`;
    expect(marked(large, 65_536)).toBe(large);
  });
});

describe('text appended to the object', () => {
  test.each([
    ['{"a":1}', '{"a":1,"more":"x"}'],
    ['{"a":{"more":{}} }\n', '{"a":{"more":{}} ,"more":"x"}\n'],
    [' { } ', ' { "more":"x"} '],
    ['{"a":[{}],"more":[]}', '{"a":[{}],"more":[]}'],
  ])('%s', (given, wanted) => {
    for (let size of [1, 2, 1_000]) {
      let append = (keys: ReadonlySet<string>) => (keys.has('more') ? '' : '"more":"x"');
      let strings = createJsonStrings(paths, () => undefined, { append });
      let out: Buffer[] = [];
      for (let at = 0; at < given.length; at += size) out.push(strings.write(Buffer.from(given.slice(at, at + size))));
      strings.end();
      expect(Buffer.concat(out).toString()).toBe(wanted);
    }
  });
});
