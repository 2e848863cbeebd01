/** Requests and counts of clients, with one row for each action of a client. */
import { appendFileSync } from 'node:fs';

export interface ClientRow {
  client: string;
  version: string;
  /** The action of the client. */
  what: string;
  /** The requests that the gateway received from it. */
  requests: number;
  counted: number;
  /** The expected count. */
  expected: number;
}

/**
 * Prints a row, and adds it to the table of `tools/tests/real-clients.sh` if that script runs the
 * tests.
 */
export function report({ client, version, what, requests, counted, expected }: ClientRow): void {
  let wrong = counted === expected ? '' : `, ${expected} expected`;
  process.stdout.write(`${client} ${version}: ${what}: ${requests} requests, ${counted} counted${wrong}\n`);
  addRow([client, version, what, requests, counted, expected]);
}

/** Prints which client is not tested, and why. */
export function reportSkipped(client: string, why: string): void {
  process.stdout.write(`skipped: ${client} ${why}\n`);
  addRow([client, '-', `skipped: ${why}`, '-', '-', '-']);
}

function addRow(cells: (string | number)[]): void {
  let table = process.env.CLIENT_ROWS;
  if (table) appendFileSync(table, `${cells.map((cell) => String(cell).replace(/\s+/g, ' ')).join('\t')}\n`);
}
