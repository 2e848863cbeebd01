/** The work of people during downloads: everything at once that takes the store side long. */
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { demoPassword } from 'gateway/demo/people';
import { dayMs, dayOf } from 'contract/floor/time';
import { signIn } from '../bench/pages';
import { importUntil, type PreparedImport } from './load-import';
import { greatest, least } from 'contract/floor/extremes';

const reportPages = 10;
const signIns = 250;
const slowBytesPerSecond = 1_000;
const formEveryMs = 500;

/** One kind of work, and what became of it. */
export interface WorkOutcome {
  what: string;
  /** How often each answer came: statuses, or `whole` and `cut off` for files. */
  answers: Record<string, number>;
  /** The quickest and the slowest, in milliseconds. */
  took: [number, number];
}

/** Does all of it at once, until it is done and `until` (performance.now) has come. */
export async function workAtOnce(dashboard: string, imported: PreparedImport, until: number): Promise<WorkOutcome[]> {
  let cookie = await signIn(dashboard, 'grace');
  let other = await signIn(dashboard, 'ada');
  let ending = new AbortController();
  let timer = setTimeout(() => ending.abort(), Math.max(0, until - performance.now()));
  let exported = `${dashboard}/analytics/hopper-labs/events.csv?range=last-90-days`;
  let all = await Promise.all([
    outcome('cold report pages', reportPages, (i) => reportPage(dashboard, cookie, i)),
    outcome('an export, read at once', 1, () => wholeFile(exported, cookie)),
    outcome(`an export, read with ${slowBytesPerSecond} bytes/s`, 1, () => slowFile(exported, cookie, ending.signal)),
    outcome('an import, part by part', 1, () => importUntil(imported, until)),
    outcome('sign-ins', signIns, () => postSignIn(dashboard)),
    outcome('sparse forms', undefined, () => sparseForm(dashboard), until),
    outcome('home pages of somebody else', undefined, () => get(`${dashboard}/home/ada`, other), until),
  ]);
  clearTimeout(timer);
  return all;
}

/** `times` at once, or one every half second until a time. */
async function outcome(
  what: string,
  times: number | undefined,
  work: (i: number) => Promise<string>,
  until = 0,
): Promise<WorkOutcome> {
  let answers: Record<string, number> = {};
  let took: number[] = [];
  let one = async (i: number) => {
    let began = performance.now();
    let answer = await work(i).catch((error: unknown) => String(error));
    took.push(performance.now() - began);
    answers[answer] = (answers[answer] ?? 0) + 1;
  };
  if (times !== undefined) await Promise.all(Array.from({ length: times }, (_, i) => one(i)));
  for (let i = 0; performance.now() < until; i++) {
    await one(i);
    await pause(formEveryMs);
  }
  return { what, answers, took: [least(took), greatest(took)] };
}

async function get(address: string, cookie: string): Promise<string> {
  let answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
  await answer.arrayBuffer();
  return String(answer.status);
}

/** A report of a range without an earlier request. */
function reportPage(dashboard: string, cookie: string, i: number): Promise<string> {
  let day = (ago: number) => dayOf(Date.now() - ago * dayMs);
  return get(`${dashboard}/analytics/hopper-labs?range=custom&from=${day(80 + i)}&to=${day(1 + i)}`, cookie);
}

async function wholeFile(address: string, cookie: string): Promise<string> {
  let answer = await fetch(address, { headers: { cookie } });
  let bytes = 0;
  for await (let part of answer.body ?? []) bytes += part.byteLength;
  return answer.ok && bytes > 0 ? `whole, ${Math.round(bytes / 1e6)} MB` : String(answer.status);
}

/** Reads a file slowly, a little each second, and breaks off at the end. */
function slowFile(address: string, cookie: string, ending: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    let asked = request(address, { headers: { cookie }, signal: ending });
    asked.once('response', (answer) => {
      if (answer.statusCode !== 200) return resolve(String(answer.resume().statusCode));
      let reading = setInterval(() => answer.read(slowBytesPerSecond), 1_000);
      answer.once('close', () => {
        clearInterval(reading);
        resolve(ending.aborted ? 'left at the end' : 'cut off');
      });
      answer.on('error', () => undefined);
    });
    asked.once('error', (error) => (ending.aborted ? resolve('left at the end') : reject(error)));
    asked.end();
  });
}

/** Posts a form for a client behind a proxy on this machine. */
async function post(address: string, body: string, client: string): Promise<string> {
  let headers = {
    'content-type': 'application/x-www-form-urlencoded',
    origin: new URL(address).origin,
    'x-forwarded-for': client,
  };
  let answer = await fetch(address, { method: 'POST', redirect: 'manual', headers, body });
  await answer.arrayBuffer();
  return String(answer.status);
}

function postSignIn(dashboard: string): Promise<string> {
  let form = new URLSearchParams({ email: 'linus', password: demoPassword });
  return post(`${dashboard}/login`, form.toString(), '198.51.100.1');
}

/** A form of 31 bytes that would become a list of ten million items. */
function sparseForm(dashboard: string): Promise<string> {
  return post(`${dashboard}/login`, 'email[9999999]=a&email[0].b.c=d', '198.51.100.2');
}
