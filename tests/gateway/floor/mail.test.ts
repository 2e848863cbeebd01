import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createEmailQueue, failedMailDays, mailsWaitingPerOwner, mailsWaiting } from 'gateway/floor/mail/email-queue';
import { dayMs, hourMs, minuteMs } from 'contract/floor/time';
import { reseal } from 'gateway/api/reseal';
import { openRecords } from 'gateway/floor/db/open';
import type { Records } from 'gateway/floor/db/schema';
import { createJobs } from 'gateway/floor/jobs';
import { renderEmail } from 'gateway/floor/mail/letter';
import { createMail, type Mail, type MailOptions } from 'gateway/floor/mail/mail';
import { outboxTransport } from 'gateway/floor/mail/transports';
import { createRecordSealer } from 'gateway/floor/sealer';
import { resetPasswordEmail, verifyAddressEmail } from 'gateway/people/emails/account';
import { lettersTo, readLetter } from 'tests/support/outbox';
import { startMailServer, type MailServer } from 'tests/support/mail-server';
import { type FreshPlace, migratedRecordsPlace } from 'tests/support/records-place';

const from = 'Landfall <no-reply@landfall.test>';
const log = pino({ level: 'silent' });
const publicUrl = 'https://stats.example.com';
const message = verifyAddressEmail('ada@example.com', { name: 'ada', publicUrl, token: 'the-token', days: 14 });
const ownerId = 'ada';
const email = { ownerId, message };

let server: MailServer;
let folder: string;
let fresh: FreshPlace;
let records: Records;
/** Milliseconds that the clock of the queue is ahead. */
let ahead: number;
const clock = () => Date.now() + ahead;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'mail-'));
  fresh = await migratedRecordsPlace();
  records = await openRecords(fresh.place);
});
afterAll(async () => {
  await records.destroy();
  await fresh.remove();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  ahead = 0;
  server = await startMailServer();
  await records.deleteFrom('emails').execute();
});
afterEach(() => server.close());

/** A gateway's email, as after a start. */
function open(options: Partial<MailOptions> = {}): Mail & { work(): Promise<void> } {
  let jobs = createJobs(clock);
  let sealer = createRecordSealer(['a secret of these tests']);
  let place = { smtpUrl: server.url };
  let mail = createMail({ place, from, publicUrl, records, sealer, clock, jobs, log, ...options });
  return {
    ...mail,
    async work() {
      jobs.wake('emails');
      await nextTurn();
      await mail.idle();
    },
  };
}

const seen = (check: () => unknown) => vi.waitFor(check, { timeout: 10_000 });

describe('a mail server', () => {
  it('receives the mail after authentication, as text and HTML, greeted with the host of PUBLIC_URL', async () => {
    let mail = open();
    mail.send(email);
    await mail.idle();
    expect(server.greetings).toEqual(['stats.example.com']);
    let letter = readLetter(server.taken.at(-1) ?? '');
    expect(letter).toMatchObject({ from, to: 'ada@example.com', subject: message.subject });
    expect(letter.field('Message-ID')).toMatch(/^<[\da-f-]{36}@stats\.example\.com>$/);
    expect(letter.link).toBe(`${publicUrl}/verify-email/the-token`);
    expect(letter.html).toContain(`href="${publicUrl}/verify-email/the-token"`);
    await mail.close();
  });

  it.each([
    ['http://192.0.2.1:3000', '[192.0.2.1]'],
    ['http://[2001:db8::1]', '[IPv6:2001:db8::1]'],
  ])('is greeted with an address in brackets for %s', async (address, name) => {
    let mail = open({ publicUrl: address });
    await mail.sendOnce(message);
    // This server writes names in lower case.
    expect(server.greetings).toEqual([name.toLowerCase()]);
    await mail.close();
  });

  it('receives a mail after the response, so that the response takes the same time with and without one', async () => {
    let mail = open();
    let isBegun = false;
    mail.send(async () => {
      isBegun = true;
      return email;
    });
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    expect(isBegun).toBe(false);
    await mail.idle();
    expect([isBegun, server.taken.length]).toEqual([true, 1]);
    await mail.close();
  });

  it('is tried once for a mail that has its own retries, and receives its header fields', async () => {
    server.refuse(1);
    let mail = open();
    let unsubscribeUrl = `${publicUrl}/unsubscribe/${'x'.repeat(120)}`;
    let about = { to: 'ada@example.com', subject: 'S', name: 'ada', paragraphs: [], note: 'N' };
    let optional = renderEmail({ ...about, unsubscribeUrl });
    expect(await mail.sendOnce(optional)).toMatchObject({ words: expect.stringContaining('451') as string });
    expect(server.taken).toEqual([]);
    expect(await mail.sendOnce(optional)).toBeNull();
    let letter = readLetter(server.taken.at(-1) ?? '');
    expect(letter.field('List-Unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(letter.field('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    await mail.close();
  });
});

describe('the queue', () => {
  it('loses nothing to greylisting, and to restarts of Landfall in between', async () => {
    let sentAt = clock();
    server.refusal = () => (clock() - sentAt < 300_000 ? 451 : undefined);
    let first = open();
    first.send({ ...email, lifeMs: hourMs });
    await first.idle();
    expect(await first.state()).toMatchObject({
      waiting: 1,
      failed: 0,
      troubled: [{ recipient: 'ada@example.com', attempts: 1, failed_at: null, reason: expect.stringMatching('451') }],
    });
    await first.close();
    for (let minute = 1; minute <= 10; minute += 1) {
      ahead = minute * minuteMs;
      let mail = open();
      await mail.work();
      await mail.close();
    }
    expect(server.taken).toHaveLength(1);
    expect(await records.selectFrom('emails').selectAll().execute()).toEqual([]);
  });

  it('loses nothing to a mail server that stops and starts, and asks it once a run meanwhile', async () => {
    let port = Number(new URL(server.url).port);
    await server.close();
    let mail = open();
    for (let i = 0; i < 5; i++) mail.send(email);
    await mail.idle();
    let failed = mail.counts().failed;
    expect(await mail.state()).toMatchObject({ waiting: 5, failed: 0 });
    ahead = 2 * minuteMs;
    await mail.work();
    expect(mail.counts().failed).toBeLessThanOrEqual(failed + 3);
    server = await startMailServer(port);
    ahead = 10 * minuteMs;
    await mail.work();
    expect(server.taken).toHaveLength(5);
    expect(mail.counts()).toMatchObject({ delivered: 5, givenUp: 0 });
    await mail.close();
  });

  it('gives up at once what is refused for good, says why, and sends the rest', async () => {
    server.refusal = (recipient) => (recipient === 'ada@example.com' ? 550 : undefined);
    let mail = open();
    mail.send(email);
    mail.send({ ownerId: 'grace', message: { ...message, to: 'grace@example.com' } });
    await mail.idle();
    expect(server.taken.map((source) => readLetter(source).to)).toEqual(['grace@example.com']);
    expect(await mail.state()).toMatchObject({
      waiting: 0,
      failed: 1,
      troubled: [{ recipient: 'ada@example.com', attempts: 1, reason: expect.stringMatching('550') }],
    });
    expect(mail.counts().givenUp).toBe(1);
    let rows = await records.selectFrom('emails').selectAll().execute();
    expect(rows).toMatchObject([{ sealed: '', failed_at: expect.any(Number) }]);
    ahead = (failedMailDays + 1) * dayMs;
    await mail.work();
    expect(await mail.state()).toMatchObject({ failed: 0, troubled: [] });
    await mail.close();
  });

  it('keeps what a wrong setting delays, and sends it with the right one', async () => {
    let wrong = new URL(server.url);
    wrong.password = 'wrong';
    let mail = open({ place: { smtpUrl: wrong.href } });
    mail.send(email);
    await mail.idle();
    expect(await mail.state()).toMatchObject({
      waiting: 1,
      failed: 0,
      lastFailure: { words: expect.stringMatching('535') },
    });
    await mail.close();
    ahead = 2 * minuteMs;
    let right = open();
    await right.work();
    expect(server.taken).toHaveLength(1);
    await right.close();
  });

  it('never logs the password, also where the server repeats it', async () => {
    let logged: string[] = [];
    let wrong = new URL(server.url);
    wrong.password = 'wr%3Aong';
    let lines = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
    let mail = open({ place: { smtpUrl: wrong.href }, log: lines });
    mail.send(email);
    await mail.idle();
    expect(logged.join('')).toContain('535 Wrong password (password) in (password)');
    expect(logged.join('')).not.toMatch(/wr:ong|wr%3Aong/);
    expect(logged.join('')).not.toContain(Buffer.from('\0landfall\0wr:ong').toString('base64'));
    expect((await mail.state()).lastFailure?.words).toContain('Wrong password (password) in (password)');
    await mail.close();
  });

  it('tries a mail as long as its link is useful, and not longer', async () => {
    server.refusal = () => 451;
    let mail = open();
    mail.send({ ...email, lifeMs: hourMs });
    await mail.idle();
    let attempts = new Set<number>();
    for (let minute = 0; minute < 70; minute += 1) {
      ahead = minute * minuteMs;
      let before = mail.counts().failed;
      await mail.work();
      if (mail.counts().failed > before) attempts.add(minute);
    }
    expect([...attempts]).toEqual([1, 3, 8, 18, 33, 55]);
    expect(await mail.state()).toMatchObject({ waiting: 0, failed: 1 });
    await mail.close();
  });

  it('gives each owner a turn, also among retries', async () => {
    let mail = open();
    await mail.idle();
    let queue = createEmailQueue({ records, sealer: createRecordSealer(['a secret of these tests']), clock });
    let add = (owner: string) =>
      queue.add({ ownerId: owner, message: { ...message, to: `${owner}@example.com` }, lifeMs: hourMs });
    let sent = () => server.taken.splice(0).map((source) => readLetter(source).to.split('@')[0]);
    for (let i = 0; i < 8; i++) await add('hopper');
    await add('ada');
    await add('zuse');
    await mail.work();
    // Three go out at once.
    expect(sent().slice(0, 5)).toEqual(expect.arrayContaining(['ada', 'zuse']));

    server.refusal = () => 451;
    await add('ada');
    await mail.work();
    server.refusal = () => undefined;
    for (let i = 0; i < 8; i++) await add('hopper');
    ahead = 2 * minuteMs;
    for (let i = 0; i < 8; i++) await add('zuse');
    await mail.work();
    expect(sent().slice(0, 5)).toContain('ada');
    await mail.close();
  });

  it('sends three at once as long as some are due, and one that hangs delays only itself', async () => {
    let release = () => {};
    let answered = new Promise<void>((resolve) => (release = resolve));
    let held: string[] = [];
    server.delay = (to) => (to.startsWith('slow') && held.push(to) ? answered : undefined);
    let mail = open();
    await mail.idle();
    let send = (to: string) => mail.send({ ownerId: to, message: { ...message, to: `${to}@example.com` } });
    send('slow-1');
    await seen(() => expect(held).toHaveLength(1));
    for (let to of ['grace', 'ada', 'zuse']) send(to);
    await seen(() => expect(server.taken).toHaveLength(3));
    for (let i = 2; i <= 5; i++) send(`slow-${i}`);
    await seen(() => expect(held).toHaveLength(3));
    await seen(async () => expect((await mail.state()).waiting).toBe(5));
    expect(held).toHaveLength(3);
    release();
    await mail.idle();
    expect([server.taken.length, mail.counts()]).toEqual([8, { delivered: 8, failed: 0, givenUp: 0 }]);
    await mail.close();
  });

  it('sends no mail again that the server still has in hand', async () => {
    let release = () => {};
    let answered = new Promise<void>((resolve) => (release = resolve));
    let held: string[] = [];
    server.delay = (to) => (held.push(to) ? answered : undefined);
    let mail = open();
    mail.send(email);
    await seen(() => expect(held).toHaveLength(1));
    ahead = hourMs;
    mail.send({ ...email, ownerId: 'grace' });
    await seen(() => expect(held).toHaveLength(2));
    release();
    await mail.close();
    expect(server.taken).toHaveLength(2);
    expect(await records.selectFrom('emails').selectAll().execute()).toEqual([]);
  });

  it('holds a limited number of one owner, and of all', async () => {
    let waiting = (id: string, owner_id: string) => ({
      id,
      owner_id,
      recipient: '',
      subject: '',
      sealed: '',
      attempts: 0,
      created_at: 0,
      failed_at: null,
      reason: '',
      due_at: clock() + dayMs,
      expires_at: clock() + dayMs,
    });
    let fill = async (owner: string, count: number) => {
      for (let from = 0; from < count; from += 500) {
        let rows = Array.from({ length: Math.min(500, count - from) }, (_, i) =>
          waiting(`${owner} ${from + i}`, owner),
        );
        await records.insertInto('emails').values(rows).execute();
      }
    };
    let mail = open();
    await fill('ada', mailsWaitingPerOwner);
    mail.send(email);
    mail.send({ ...email, ownerId: 'grace' });
    await mail.idle();
    expect([server.taken.length, mail.counts().givenUp]).toEqual([1, 1]);
    await records.deleteFrom('emails').execute();
    // A queue that is full of another owner's emails leaves room for three of each other one.
    await fill('grace', mailsWaiting);
    mail.send(email);
    await mail.idle();
    expect([server.taken.length, mail.counts().givenUp]).toEqual([2, 1]);
    await fill('ada', 3);
    mail.send(email);
    await mail.idle();
    expect([server.taken.length, mail.counts().givenUp]).toEqual([2, 2]);
    await mail.close();
  });

  it('keeps links sealed, also with a new secret', async () => {
    server.refuse(1);
    let mail = open();
    mail.send(email);
    await mail.idle();
    await mail.close();
    expect(JSON.stringify(await records.selectFrom('emails').selectAll().execute())).not.toContain('the-token');
    await reseal(records, createRecordSealer(['a new secret', 'a secret of these tests']), log);
    ahead = 2 * minuteMs;
    let renewed = open({ sealer: createRecordSealer(['a new secret']) });
    await renewed.work();
    expect(server.taken).toHaveLength(1);
    await renewed.close();
  });
});

describe('an outbox folder', () => {
  it('gets one file per mail, readable by this user only, with a link that can be copied', async () => {
    let outbox = path.join(folder, 'outbox');
    let mail = open({ place: { outbox } });
    mail.send(email);
    let reset = { name: 'grace', publicUrl, token: 'another', minutes: 60 };
    mail.send({ ownerId: 'grace', message: resetPasswordEmail('grace@example.com', reset) });
    await mail.idle();
    await mail.close();
    let files = readdirSync(outbox);
    expect(files).toHaveLength(2);
    for (let file of files) expect(statSync(path.join(outbox, file)).mode & 0o777).toBe(0o600);
    expect(statSync(outbox).mode & 0o777).toBe(0o700);
    let [letter] = lettersTo(outbox, 'grace@example.com');
    expect(letter).toMatchObject({ subject: 'Reset your password', link: `${publicUrl}/reset-password/another` });
  });

  it('deletes mails after some days, and no other files', async () => {
    let outbox = path.join(folder, 'old');
    mkdirSync(outbox);
    let daysAgo = (days: number) => `${Date.now() - days * dayMs}-0123abcd.eml`;
    let [old, recent, notes] = [daysAgo(4), daysAgo(2), '1-notes.txt'];
    for (let file of [old, recent, notes]) writeFileSync(path.join(outbox, file), 'a link');
    await open({ place: { outbox, days: 3 } }).close();
    expect(readdirSync(outbox).sort()).toEqual([notes, recent].sort());
  });

  it('prevents an address with a line break from becoming a header', async () => {
    let outbox = path.join(folder, 'breaks');
    let mail = open({ place: { outbox } });
    mail.send({ ownerId, message: { ...message, subject: 'Hello\r\nBcc: everybody@example.com' } });
    await mail.idle();
    await mail.close();
    let [letter] = lettersTo(outbox, 'ada@example.com');
    expect(letter?.subject).toBe('Hello Bcc: everybody@example.com');
  });
});

it('a mail has the same text in both forms, and escapes names', () => {
  let { text, html } = renderEmail({ to: 'x', subject: 'S', name: '<b>"Bob"</b>', paragraphs: ['A & B'], note: 'Bye' });
  expect(text).toBe('Hello <b>"Bob"</b>,\n\nA & B\n\nBye\n');
  expect(html).toContain('Hello &lt;b&gt;&quot;Bob&quot;&lt;/b&gt;,');
  expect(html).toContain('A &amp; B');
});

it('numbers are in both forms, and names from outside are escaped', () => {
  let sections = [{ title: 'ada & co', rows: [['New companies', '<img src=x>'] as const] }];
  let { text, html } = renderEmail({ to: 'x', subject: 'S', name: 'ada', paragraphs: ['P'], sections, note: 'N' });
  expect(text).toBe('Hello ada,\n\nP\n\nada & co\n  New companies: <img src=x>\n\nN\n');
  expect(html).toContain('ada &amp; co</h2>');
  expect(html).toContain('&lt;img src=x&gt;</td>');
});

describe('the look of a mail', () => {
  let chartOf = (values: number[]) => ({
    title: 'Downloads by day',
    bars: values.map((value, i) => ({ label: `Mon, Nov ${i + 1}`, value, text: String(value) })),
  });
  let mailWith = (values: number[]) => {
    let sections = [{ title: 'ada', rows: [], chart: chartOf(values) }];
    return renderEmail({ to: 'x', subject: 'S', name: 'ada', paragraphs: [], sections, note: 'N' });
  };

  it('has the mark, which is attached, and no text color of its own besides that of the button', async () => {
    let outbox = path.join(folder, 'look');
    let link = { label: 'Open', url: 'http://d.test' };
    let message = renderEmail({ to: 'x@y.z', subject: 'S', name: 'ada', paragraphs: [], link, note: 'N' });
    let transport = outboxTransport(outbox, log);
    await transport.deliver({ ...message, from });
    await transport.close();
    let source = readFileSync(path.join(outbox, readdirSync(outbox)[0]!), 'utf8');
    expect(source).toContain('Content-ID: <mark>');
    expect(source).toContain('Content-Disposition: inline; filename=mark.png');
    expect(readLetter(source).html).toContain('<img src="cid:mark" width="28" height="28" alt=""');
    expect(message.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(message.html.match(/[^-]color:#\w+/g)).toEqual([';color:#fff']);
  });

  it('has bars of cells, as high as their values, with numbers and days', () => {
    let { text, html } = mailWith([10, 0, 5]);
    expect(html.match(/<td height="\d+" bgcolor="#2f5bd7"/g)).toEqual([
      '<td height="72" bgcolor="#2f5bd7"',
      '<td height="36" bgcolor="#2f5bd7"',
    ]);
    expect(html).toContain('aria-label="Downloads by day. Mon, Nov 1: 10; Mon, Nov 2: 0; Mon, Nov 3: 5"');
    expect(html).toContain('>Mon<br>Nov 3</td>');
    expect(html).not.toMatch(/<svg|https?:/);
    expect(text).toContain('ada\n  Downloads by day: Mon, Nov 1: 10\n    Mon, Nov 2: 0\n    Mon, Nov 3: 5\n');
  });

  it('names the first and the last day of a month', () => {
    let { html } = mailWith(Array.from({ length: 30 }, (_, i) => i));
    expect(html.match(/<td colspan="15"[^>]*>[^<]*/g)?.map((cell) => cell.split('>')[1])).toEqual([
      'Mon, Nov 1',
      'Mon, Nov 30',
    ]);
  });
});
