/** The failures of `npx tsx tools/tests/test-trouble.ts` that begin in PostgreSQL. */
import pg from 'pg';
import type { Postgres } from './postgres';
import type { Trouble } from './trouble-stores';

/** Runs statements on the server, outside the product's database. */
export async function onServer({ url }: Postgres, ...statements: string[]): Promise<void> {
  let client = new pg.Client({ connectionString: url });
  await client.connect();
  for (let statement of statements) await client.query(statement);
  await client.end();
}

/** The address of a database of the server. */
export function databaseOf({ url }: Postgres, name: string): string {
  return url.replace(/[^/]*$/, name);
}

export function postgresTroubles(server: Postgres): Trouble[] {
  let stop = () => {
    server.stop();
    return () => server.start();
  };
  let hang = () => {
    server.signal('SIGSTOP');
    return () => server.signal('SIGCONT');
  };
  let absent = /no PostgreSQL server answers at.*Start it, or correct DATABASE_URL/;
  let hung = /takes connections and does not answer/;
  return [
    { name: 'PostgreSQL stopped', when: 'at start', harm: stop, says: absent },
    { name: 'PostgreSQL stopped', when: 'running', harm: stop, says: absent },
    { name: 'PostgreSQL hung', when: 'at start', harm: hang, says: hung },
    { name: 'PostgreSQL hung', when: 'running', harm: hang, says: hung },
    {
      name: 'PostgreSQL with an empty database',
      when: 'at start',
      settings: { DATABASE_URL: databaseOf(server, 'lost') },
      async harm() {
        await onServer(server, 'create database lost');
        return () => onServer(server, 'drop database lost with (force)', 'create database lost with template landfall');
      },
      says: /the database lost at .* is empty.*Restore a dump/,
    },
  ];
}
