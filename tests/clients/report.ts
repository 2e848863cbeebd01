/** What clients asked and what was counted, one row for each thing that a client did. */
import { appendFileSync } from 'node:fs';

export interface ClientRow {
  client: string;
  version: string;
  /** What it did. */
  what: string;
  /** Requests that the gateway got from it. */
  requests: number;
  counted: number;
  /** What should have been counted. */
  expected: number;
}

/** Prints a row, and adds it to the table of `scripts/real-clients.sh` where that runs the tests. */
export function report({ client, version, what, requests, counted, expected }: ClientRow): void {
  let wrong = counted === expected ? '' : `, ${expected} expected`;
  process.stdout.write(`${client} ${version}: ${what}: ${requests} requests, ${counted} counted${wrong}\n`);
  addRow([client, version, what, requests, counted, expected]);
}

/** Says which client is not tested, and why. */
export function reportSkipped(client: string, why: string): void {
  process.stdout.write(`skipped: ${client} ${why}\n`);
  addRow([client, '-', `skipped: ${why}`, '-', '-', '-']);
}

function addRow(cells: (string | number)[]): void {
  let table = process.env.CLIENT_ROWS;
  if (table) appendFileSync(table, `${cells.map((cell) => String(cell).replace(/\s+/g, ' ')).join('\t')}\n`);
}
