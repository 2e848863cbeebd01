/** Versions shortened to their first numbers, equally in the engine and in memory. */
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { majorVersion, minorVersion } from 'gateway/events/query/version';

it.each([
  ['4.1.2', '4.1', '4'],
  ['v2.3.1-rc.1', '2.3', '2'],
  ['3.12-slim', '3.12', '3'],
  ['3.13rc1', '3.13', '3'],
  ['1.0b2', '1.0', '1'],
  ['5rc1', '5', '5'],
  ['7', '7', '7'],
  ['8-alpine', '8', '8'],
  ['1.x', '1', '1'],
  ['latest', 'latest', 'latest'],
  ['2024a', '2024a', '2024a'],
  ['7f3a9c2', '7f3a9c2', '7f3a9c2'],
  ['', '', ''],
  ['1.2\u0000', '1.2', '1'],
  ['9β', '9', '9'],
  [`sha256:${'ab'.repeat(32)}`, `sha256:${'ab'.repeat(32)}`, `sha256:${'ab'.repeat(32)}`],
])('version "%s" is %s, %s', async (version, minor, major) => {
  expect([minorVersion.of(version), majorVersion.of(version)]).toEqual([minor, major]);
  let connection = await (await DuckDBInstance.create()).connect();
  let text = `SELECT ${minorVersion.sql}, ${majorVersion.sql} FROM (SELECT $1 AS version)`;
  expect(await (await connection.run(text, [version])).getRows()).toEqual([[minor, major]]);
  connection.closeSync();
});
