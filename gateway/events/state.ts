/** How many events there are, and from when. */
import { msOf } from './columns';
import type { Engine } from './engine';
import type { EventStoreState } from './store';
import type { Writer } from './writer';

export async function stateOf(engine: Engine, writer: Pick<Writer, 'waiting'>): Promise<EventStoreState> {
  let waiting = writer.waiting();
  let [row] = await engine.read(async (connection) =>
    (
      await connection.run('SELECT count(*) AS count, min(time) AS oldest, max(time) AS newest FROM events')
    ).getRowObjects(),
  );
  let ms = (value: unknown) => (value === null || value === undefined ? null : msOf(value as never));
  return { count: Number(row?.count ?? 0) + waiting, oldest: ms(row?.oldest), newest: ms(row?.newest), waiting };
}
