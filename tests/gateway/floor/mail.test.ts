import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs } from 'contract/shared/time';
import { renderEmail } from 'gateway/floor/mail/letter';
import { createMail } from 'gateway/floor/mail/mail';
import { resetPasswordEmail, verifyAddressEmail } from 'gateway/people/emails/account';
import { lettersTo, readLetter } from 'tests/support/outbox';
import { startMailServer, type MailServer } from 'tests/support/mail-server';

const from = 'Landfall <no-reply@landfall.test>';
const log = pino({ level: 'silent' });
const publicUrl = 'https://stats.example.com';
const message = verifyAddressEmail('ada@example.com', { name: 'ada', publicUrl, token: 'the-token', days: 14 });

let server: MailServer;
let folder: string;
beforeAll(async () => {
  server = await startMailServer();
  folder = mkdtempSync(path.join(tmpdir(), 'mail-'));
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a mail server', () => {
  it('receives the mail after authentication, as text and HTML', async () => {
    let mail = createMail({ place: { smtpUrl: server.url }, from, log });
    mail.send(message);
    await mail.idle();
    let letter = readLetter(server.taken.at(-1) ?? '');
    expect(letter).toMatchObject({ from, to: 'ada@example.com', subject: message.subject });
    expect(letter.link).toBe(`${publicUrl}/verify-email/the-token`);
    expect(letter.html).toContain(`href="${publicUrl}/verify-email/the-token"`);
    await mail.close();
  });

  it('is tried again after a temporary error, so that nothing is lost or sent twice', async () => {
    let before = server.taken.length;
    server.refuse(2);
    let mail = createMail({ place: { smtpUrl: server.url }, from, retryAfterMs: [5, 5], log });
    mail.send(message);
    await mail.idle();
    expect(server.taken.length).toBe(before + 1);
  });

  it('receives a mail after the response, so that the response takes the same time with and without one', async () => {
    let mail = createMail({ place: { smtpUrl: server.url }, from, log });
    let before = server.taken.length;
    let isBegun = false;
    mail.send(async () => {
      isBegun = true;
      return message;
    });
    for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    expect(isBegun).toBe(false);
    await mail.idle();
    expect([isBegun, server.taken.length]).toEqual([true, before + 1]);
    await mail.close();
  });

  it('is tried once for a mail that has its own retries, and receives its header fields', async () => {
    let before = server.taken.length;
    server.refuse(1);
    let mail = createMail({ place: { smtpUrl: server.url }, from, log });
    let unsubscribeUrl = `${publicUrl}/unsubscribe/${'x'.repeat(120)}`;
    let optional = renderEmail({
      to: 'ada@example.com',
      subject: 'S',
      name: 'ada',
      paragraphs: [],
      note: 'N',
      unsubscribeUrl,
    });
    expect(await mail.deliver(optional)).toBe(false);
    expect(server.taken.length).toBe(before);
    expect(await mail.deliver(optional)).toBe(true);
    let letter = readLetter(server.taken.at(-1) ?? '');
    expect(letter.field('List-Unsubscribe')).toBe(`<${unsubscribeUrl}>`);
    expect(letter.field('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    await mail.close();
  });

  it('that does not answer blocks neither the sender nor the close', async () => {
    let gone = await startMailServer();
    await gone.close();
    let mail = createMail({ place: { smtpUrl: gone.url }, from, retryAfterMs: [60_000], log });
    mail.send(message);
    await mail.close();
    let withoutPassword = new URL(server.url);
    withoutPassword.password = 'wrong';
    let before = server.taken.length;
    let stranger = createMail({ place: { smtpUrl: withoutPassword.href }, from, retryAfterMs: [], log });
    stranger.send(message);
    await stranger.idle();
    expect(server.taken.length).toBe(before);
  });
});

describe('an outbox folder', () => {
  it('gets one file per mail, readable by this user only, with a link that can be copied', async () => {
    let outbox = path.join(folder, 'outbox');
    let mail = createMail({ place: { outbox }, from, log });
    mail.send(message);
    mail.send(resetPasswordEmail('grace@example.com', { name: 'grace', publicUrl, token: 'another', minutes: 60 }));
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
    await createMail({ place: { outbox, days: 3 }, from, log }).close();
    expect(readdirSync(outbox).sort()).toEqual([notes, recent].sort());
  });

  it('prevents an address with a line break from becoming a header', async () => {
    let outbox = path.join(folder, 'breaks');
    let mail = createMail({ place: { outbox }, from, log });
    mail.send({ ...message, subject: 'Hello\r\nBcc: everybody@example.com' });
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
