/** Import of events into an owner's packages and pixels. */
import { importsApi, importFileTypes } from 'contract/exports/imports';
import { recordAudit } from '../../floor/audit';
import { serve } from '../http/handler';
import { importContext } from '../../imports/context';
import { importFile } from '../../imports/import-file';

export const importEndpoints = serve(importsApi, {
  async importEvents({ parts, owner, query, file, fileType, act }) {
    let { records, events, eventDays, clock, importing } = parts;
    let work = async () => {
      let context = await importContext({ records, eventDays, clock }, owner, query.source);
      // What an earlier process left in the journal is stored before ids are looked for.
      await events.lastEvent();
      let inTurn = <T>(batch: () => Promise<T>) => importing.steps.goOn(owner.id, batch);
      let isCsv = fileType === importFileTypes.csv;
      let result = await importFile(file ?? nothing(), isCsv, { events, context, inTurn });
      if (result.stored > 0)
        await recordAudit(records, act, { action: 'events-imported', owner, target: `${result.stored} events` });
      return result;
    };
    return importing.imports.take(owner.id, work);
  },
});

async function* nothing(): AsyncGenerator<Uint8Array> {}
