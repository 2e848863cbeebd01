/** Keys that open a share link with a password for some hours after the password was entered. */
import { z } from 'zod';
import * as limits from 'contract/floor/limits';
import { hourMs } from 'contract/floor/time';
import type { ShareLinkRow } from '../../floor/db/hosting-schema';
import { createSecretSealer, type Secrets } from '../../floor/sealer';

export interface ShareKeys {
  make(link: ShareLinkRow, now: number): string;
  /** False once the key has expired or the password has changed. */
  opens(key: string, link: ShareLinkRow, now: number): boolean;
}

const Until = z.coerce.number();

/** A key is its sealed expiry, bound to the link and its password hash. */
export function createShareKeys(secrets: Secrets): ShareKeys {
  let sealer = createSecretSealer(secrets, 'share key');
  let holder = ({ id, password_hash }: ShareLinkRow) => `${id} ${password_hash}`;
  return {
    make: (link, now) => sealer.seal(String(now + limits.shareKeyHours * hourMs), holder(link)),
    opens(key, link, now) {
      let until = sealer.open(key, holder(link));
      return until !== undefined && Until.parse(until) > now;
    },
  };
}
