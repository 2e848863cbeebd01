/** The time zones that can be chosen. */
import { utc } from 'contract/shared/time-zone';
import { nameOfToday } from '../../session/reader.server';

export function zoneNames(): string[] {
  let names = Intl.supportedValuesOf('timeZone').map(nameOfToday);
  return [utc, ...new Set(names.filter((name) => name !== utc).sort())];
}
