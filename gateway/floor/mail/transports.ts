/** Transports: an SMTP server, or a folder with a file per email. */
import { mkdirSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import path from 'node:path';
import nodemailer from 'nodemailer';
import type { Logger } from 'pino';
import { z } from 'zod';
import { dayMs } from 'contract/floor/time';
import * as limits from 'contract/floor/limits';
import { createJobs, type Jobs } from '../jobs';
import { markPng } from './mark';
import type { EmailMessage } from './message';

export interface MailTransport {
  way: 'smtp' | 'outbox';
  /** Server with its port, or folder; without user and password. */
  place: string;
  deliver(message: EmailMessage & { from: string; messageId?: string }): Promise<void>;
  close(): Promise<void>;
}

const timeoutMs = 20_000;

/** Emails must not load files or URLs. Their sign is shown without asking, unlike a remote image. */
const common = {
  disableFileAccess: true,
  disableUrlAccess: true,
  attachments: [
    {
      cid: 'mark',
      filename: 'mark.png',
      content: markPng,
      encoding: 'base64',
      contentDisposition: 'inline' as const,
    },
  ],
};

export function smtpTransport(smtpUrl: string, publicUrl: string): MailTransport {
  let { url, place, transport } = transportOf(smtpUrl, publicUrl);
  return {
    way: 'smtp',
    place,
    async deliver(message) {
      await transport.sendMail({ ...message, ...common }).catch((error: unknown) => {
        throw withoutPassword(error, url);
      });
    },
    close: async () => undefined,
  };
}

/** Connects and signs in without sending; `failure` has the server's message. */
export async function checkMailServer(
  smtpUrl: string,
  publicUrl: string,
): Promise<{ place: string; failure: string | null }> {
  let { url, place, transport } = transportOf(smtpUrl, publicUrl);
  try {
    await transport.verify();
    return { place, failure: null };
  } catch (error) {
    return { place, failure: (withoutPassword(error, url) as Error).message };
  } finally {
    transport.close();
  }
}

function transportOf(smtpUrl: string, publicUrl: string) {
  let url = new URL(smtpUrl);
  // Strict servers refuse a greeting that is not a name, and the name of a container means nothing.
  if (!url.searchParams.has('name')) url.searchParams.set('name', greetingName(new URL(publicUrl).hostname));
  for (let limit of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!url.searchParams.has(limit)) url.searchParams.set(limit, String(timeoutMs));
  let place = `${url.hostname}:${url.port || (url.protocol === 'smtps:' ? '465' : '587')}`;
  return { url, place, transport: nodemailer.createTransport(url.href) };
}

/** Addresses are in brackets (RFC 5321, section 4.1.3). */
function greetingName(host: string): string {
  if (host.startsWith('[')) return host.replace('[', '[IPv6:');
  return isIP(host) ? `[${host}]` : host;
}

/** Where nodemailer says that a refusal came; the sender is about us. */
const aboutEmail: readonly (string | undefined)[] = ['RCPT TO', 'DATA', 'API'];
const Refusal = z.object({ code: z.string(), command: z.string(), responseCode: z.number() }).partial().catch({});

/**
 * Whether a server refused this email, its recipient or its text, and not us: the connection, the
 * sign-in or the sender.
 */
export function isAboutEmail(error: unknown): boolean {
  let { code, command } = Refusal.parse(error);
  return code === 'EMESSAGE' || (code === 'EENVELOPE' && aboutEmail.includes(command));
}

/** Whether every other attempt would fail too: a 5xx. What is wrong with us can be put right. */
export function isFinal(error: unknown): boolean {
  let { responseCode = 500 } = Refusal.parse(error);
  return isAboutEmail(error) && responseCode >= 500;
}

/** A server's response may repeat the password, also as it was sent; administrators and logs see it. */
function withoutPassword(error: unknown, { username, password }: URL): unknown {
  if (!password) return error;
  let [user, text] = [decodeURIComponent(username), decodeURIComponent(password)];
  let sent = [text, `\0${user}\0${text}`].map((secret) => Buffer.from(secret).toString('base64'));
  return masked(error, [password, text, ...sent]);
}

/** An error keeps its identity, and the response is in several of its fields. */
function masked(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return secrets.reduce((text, secret) => text.replaceAll(secret, '(password)'), value);
  if (Array.isArray(value)) return value.map((one) => masked(one, secrets));
  if (value instanceof Error)
    for (let name of Object.getOwnPropertyNames(value))
      Reflect.set(value, name, masked(Reflect.get(value, name), secrets));
  return value;
}

/** Calls the function with the present time if that can be believed. */
export type ByAge = (deleteOld: (now: number) => Promise<void>) => Promise<void>;

interface OutboxRetention {
  jobs?: Jobs | undefined;
  byAge?: ByAge | undefined;
}

/**
 * Creates the folder, readable by this user only; file names sort by time. Emails contain sign-in
 * links, so files older than `days` are deleted.
 */
export function outboxTransport(
  folder: string,
  log: Logger,
  days = limits.outboxDays,
  { jobs = createJobs(Date.now), byAge = (deleteOld) => deleteOld(Date.now()) }: OutboxRetention = {},
): MailTransport {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
  let removeOld = () => byAge((now) => removeBefore(folder, now - days * dayMs));
  let job = jobs.start('outbox-retention', removeOld, (error) => log.error({ err: error }, 'old emails not removed'));
  void job.wake();
  return {
    way: 'outbox',
    place: folder,
    async deliver(message) {
      let { message: bytes } = await transport.sendMail({ ...message, ...common });
      let file = path.join(folder, `${Date.now()}-${randomUUID().slice(0, 8)}.eml`);
      await writeFile(file, bytes as Buffer, { mode: 0o600, flag: 'wx' });
      log.info({ file }, 'email written');
    },
    close: job.stop,
  };
}

/** File names start with a time in milliseconds. */
async function removeBefore(folder: string, time: number): Promise<void> {
  let old = (await readdir(folder)).filter((name) => /^\d+-\w+\.eml$/.test(name) && Number.parseInt(name) < time);
  for (let name of old) await rm(path.join(folder, name), { force: true });
}
