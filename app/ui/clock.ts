/** Time of day in the reader's time zone: `14:03:09`. */
import { timeZone } from '../locale/reader-format';

const formats: Record<string, Intl.DateTimeFormat> = {};

export function clockTime(time: string | number): string {
  let zone = timeZone();
  formats[zone] ??= new Intl.DateTimeFormat('en', { timeStyle: 'medium', hourCycle: 'h23', timeZone: zone });
  return formats[zone].format(new Date(time));
}
