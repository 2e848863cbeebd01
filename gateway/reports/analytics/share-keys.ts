/** Keys of share links with a password: who has typed it reads on with one, for some hours. */
import { z } from 'zod';
import * as limits from 'contract/limits';
import { hourMs } from 'contract/shared/time';
import type { ShareLinkRow } from '../../floor/db/hosting-schema';
import { createSecretSealer, type Secrets } from '../../floor/sealer';

export interface ShareKeys {
  make(link: ShareLinkRow, now: number): string;
  /** Whether a key is one of this link and its password, and not over. */
  opens(key: string, link: ShareLinkRow, now: number): boolean;
}

const Until = z.coerce.number();

/** A key is the time until which it is good, sealed for the link with its password. */
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
