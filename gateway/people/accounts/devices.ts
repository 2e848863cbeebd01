/**
 * Known devices: each sign-in gives the device a sealed mark; later attempts with it are counted
 * apart from those of strangers.
 */
import { randomBytes } from 'node:crypto';
import * as limits from 'contract/floor/limits';
import { createSecretSealer, type Secrets } from '../../floor/sealer';

export interface Devices {
  /** The mark of a device that has signed in to an account; a known one keeps its id. */
  mark(userId: string, now: number, id?: string): string;
  /**
   * The id of the device from its marks of several accounts; undefined when none is for this
   * account, or it has expired.
   */
  idAmong(marks: readonly string[], userId: string, now: number): string | undefined;
}

export function createDevices(secrets: Secrets): Devices {
  let sealer = createSecretSealer(secrets, 'known device');
  return {
    mark: (userId, now, id = randomBytes(9).toString('base64url')) => sealer.seal(`${id} ${now}`, userId),
    idAmong(marks, userId, now) {
      for (let mark of marks) {
        let [id, since] = sealer.open(mark, userId)?.split(' ') ?? [];
        if (id && Number(since) > now - limits.knownDeviceMs) return id;
      }
      return undefined;
    },
  };
}
