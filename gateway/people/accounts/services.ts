/** Stores, services and settings of accounts. */
import type { Logger } from 'pino';
import type { RegistrationMode } from 'contract/accounts/users';
import type { Github } from './github';
import type { Mail } from '../../floor/mail/mail';
import type { Names } from '../../floor/names';
import type { Records } from '../../floor/db/schema';
import type { SecretSealer } from '../../floor/sealer';
import type { Attempts } from './attempts';
import type { Confirmations } from './confirmations';
import type { Devices } from './devices';
import type { FirstAdministratorLink } from './first-administrator';
import type { Hashing } from './hashing';

export interface AccountServices {
  records: Records;
  mail: Mail;
  attempts: Attempts;
  hashing: Hashing;
  /** Who can register. */
  registration: RegistrationMode;
  /** Whether platform admins need two-factor authentication to use their rights. */
  requiresTwoFactorOfAdmins: boolean;
  devices: Devices;
  confirmations: Confirmations;
  firstAdministrator: FirstAdministratorLink;
  /** Names of owners, and given-up names. */
  names: Names;
  /** Seals secrets that must be read again, such as those of authenticators. */
  sealer: SecretSealer;
  /** Undefined where signing in with GitHub is not set up. */
  github: Github | undefined;
  /** Address of the dashboard, without a slash at its end. */
  publicUrl: string;
  /** Days a new account has to confirm its email address. */
  emailVerificationDays: number;
  /** Signs identities for the chat widget; unset: no chat. */
  chatSecret?: string;
  /** Members the free plan allows instead of the default; 0: the default. */
  memberLimitOverride: number;
  clock: () => number;
  log: Logger;
}
