/** What the management API works with: stores, services and settings. */
import type { Logger } from 'pino';
import type { RegistrationMode } from 'contract/users';
import type { CompanyData } from './company-data/company-data';
import type { DomainChecks } from './dns/domain-checks';
import type { Evidence } from './dns/evidence';
import type { DataSource } from 'contract/data-source';
import type { EventStore } from './events/store';
import type { Scheduler } from './exports/scheduler';
import type { Storage } from './exports/storage';
import type { Github } from './github/github';
import type { Jobs } from './jobs';
import type { Mail } from './mail/mail';
import type { PaymentPort } from './payments/port';
import type { Names } from './accounts/names';
import type { Records } from './db/schema';
import type { Sealer } from './sealer';
import type { Attempts } from './accounts/attempts';
import type { Confirmations } from './accounts/confirmations';
import type { Devices } from './accounts/devices';
import type { FirstAdministratorLink } from './accounts/first-administrator';
import type { Hashing } from './accounts/hashing';
import type { Installation } from './administration/installation';
import type { DownloadNotices } from './packages/download-notices';

/** What every handler works with. */
export interface ApiParts {
  records: Records;
  events: EventStore;
  mail: Mail;
  /** What runs by itself. */
  jobs: Pick<Jobs, 'notes'>;
  installation: Installation;
  /** Data about addresses that is in use. */
  dataSources: readonly DataSource[];
  attempts: Attempts;
  hashing: Hashing;
  /** Who may make an account. */
  registration: RegistrationMode;
  /** Whether platform admins without two-factor authentication may do no more than others. */
  requiresTwoFactorOfAdmins: boolean;
  devices: Devices;
  confirmations: Confirmations;
  firstAdministrator: FirstAdministratorLink;
  downloadNotices: DownloadNotices;
  /** Checks custom domains, and knows what verifies one. */
  domainChecks: Pick<DomainChecks, 'check' | 'confirm'>;
  evidence: Evidence;
  payments: PaymentPort;
  /** Days a new organization may use everything; 0: none. */
  trialDays: number;
  /** Who may have which name. */
  names: Names;
  /** Seals what must be read again, such as the secrets of authenticators. */
  sealer: Sealer;
  /** Where scheduled exports are written, and what runs them. */
  storage: Storage;
  exports: Pick<Scheduler, 'wake'>;
  /** Seals one-path tokens. */
  onePathSealer: Sealer;
  /** Undefined where signing in with GitHub is not set up. */
  github: Github | undefined;
  companyData: CompanyData;
  /** The gateway's own domain. */
  domain: string;
  /** Address of the dashboard, without a slash at its end. */
  publicUrl: string;
  /** Days a new account has to confirm its email address. */
  emailVerificationDays: number;
  /** Signs who somebody is for the chat widget; unset: nobody has a chat. */
  chatSecret?: string;
  /** Members the free plan allows instead of the product's own number; 0: none given. */
  memberLimitOverride: number;
  clock: () => number;
  log: Logger;
}
