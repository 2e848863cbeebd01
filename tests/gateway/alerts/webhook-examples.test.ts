/** The examples of the documentation that check a signature, run as they stand there. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newWebhookSecret, signedHeaders } from 'gateway/alerts/webhook-signature';

const article = readFileSync('app/docs/articles/alerts.md', 'utf8');
const secrets = [newWebhookSecret(), newWebhookSecret()];
const body = '{"type":"test","data":{"title":"Größe"}}';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'examples-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function exampleIn(language: string): string {
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(article)![1]!;
}

/** Whether each program says that a message is signed with a secret. */
const programs = {
  js(message: object): string {
    let file = path.join(folder, 'check.mjs');
    let ask =
      'let { headers, body, secret } = JSON.parse(process.argv[2]); console.log(isSigned(headers, body, secret));';
    writeFileSync(file, `${exampleIn('js')}\n${ask}\n`);
    return execFileSync(process.execPath, [file, JSON.stringify(message)], { encoding: 'utf8' }).trim();
  },
  python(message: object): string {
    let file = path.join(folder, 'check.py');
    let ask = 'import json, sys\nm = json.loads(sys.argv[1])\n';
    let print = "print(str(is_signed(m['headers'], m['body'].encode(), m['secret'])).lower())";
    writeFileSync(file, `${exampleIn('python')}\n${ask}${print}\n`);
    return execFileSync('python3', [file, JSON.stringify(message)], { encoding: 'utf8' }).trim();
  },
};

const hasPython = spawnSync('python3', ['--version']).status === 0;

describe.each(Object.entries(programs))('the example in %s', (language, run) => {
  it.runIf(language === 'js' || hasPython)('admits what is signed now with the secret, and nothing else', () => {
    let now = { id: 'msg_1', time: Date.now(), body };
    let headers = signedHeaders(now, secrets);
    let secret = secrets[1]!;
    expect(run({ headers, body, secret })).toBe('true');
    expect(run({ headers, body: `${body} `, secret })).toBe('false');
    expect(run({ headers, body, secret: newWebhookSecret() })).toBe('false');
    expect(run({ headers: { ...headers, 'webhook-id': 'msg_2' }, body, secret })).toBe('false');
    let old = signedHeaders({ ...now, time: now.time - 600_000 }, secrets);
    expect(run({ headers: old, body, secret })).toBe('false');
  });
});
