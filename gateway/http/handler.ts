/** What a handler is given and what it may answer. */
import type { Logger } from 'pino';
import type * as account from 'contract/account';
import type * as accountAdministration from 'contract/account-administration';
import type * as administration from 'contract/administration';
import type * as aggregations from 'contract/aggregations';
import type * as billing from 'contract/billing';
import type * as billingAdmin from 'contract/billing-admin';
import type * as audit from 'contract/audit';
import type * as collections from 'contract/collections';
import type * as companies from 'contract/companies';
import type * as emailPreferences from 'contract/email-preferences';
import type * as confirmation from 'contract/confirmation';
import type * as companyRollups from 'contract/company-rollups';
import type * as dataProviders from 'contract/data-providers';
import type * as domainAdministration from 'contract/domain-administration';
import type * as domainStatus from 'contract/domain-status';
import type * as emailVerification from 'contract/email-verification';
import type * as events from 'contract/events';
import type * as filters from 'contract/filters';
import type * as firstAdministrator from 'contract/first-administrator';
import type * as github from 'contract/github';
import type * as installation from 'contract/installation';
import type * as invites from 'contract/invites';
import type * as notifications from 'contract/notifications';
import type * as leads from 'contract/leads';
import type * as onePathTokens from 'contract/signed-urls';
import type * as organizations from 'contract/organizations';
import type * as packages from 'contract/packages';
import type * as passwordResets from 'contract/password-resets';
import type * as permissions from 'contract/permissions';
import type * as pixels from 'contract/pixels';
import type * as registryMoves from 'contract/registry-moves';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, Route } from 'contract/route';
import type * as scheduledExports from 'contract/scheduled-exports';
import type * as search from 'contract/search';
import type * as tokens from 'contract/tokens';
import type * as twoFactor from 'contract/two-factor';
import type * as users from 'contract/users';
import type { RegistrationMode } from 'contract/users';
import type { CompanyData } from '../company-data/company-data';
import type { DomainChecks } from '../dns/domain-checks';
import type { Evidence } from '../dns/evidence';
import type { DataSource } from 'contract/data-source';
import type { EventStore } from '../events/store';
import type { Scheduler } from '../exports/scheduler';
import type { Storage } from '../exports/storage';
import type { Github } from '../github/github';
import type { Jobs } from '../jobs';
import type { Mail } from '../mail/mail';
import type { Act } from '../administration/audit';
import type { PaymentPort } from '../payments/port';
import type { Names } from '../accounts/names';
import type { OwnerTable, Records } from '../db/schema';
import type { TokenUses } from '../accounts/token-uses';
import type { Caller } from '../accounts/tokens';
import type { Sealer } from '../sealer';
import type { Attempts } from '../accounts/attempts';
import type { Confirmations } from '../accounts/confirmations';
import type { Devices } from '../accounts/devices';
import type { FirstAdministratorLink } from '../accounts/first-administrator';
import type { Hashing } from '../accounts/hashing';
import type { Installation } from '../administration/installation';
import type { DownloadNotices } from '../packages/download-notices';
import type { RefusedAccess } from './refused-access';

/** What every handler works with. */
export interface ApiParts {
  records: Records;
  tokenUses: TokenUses;
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
  refusedAccess: RefusedAccess;
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

/**
 * One call that has passed its access check; `caller` and `owner` are there as the route's access
 * and path say.
 */
export interface Call<R extends Route> {
  parts: ApiParts;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** Who calls. */
  caller: Caller;
  /** The owner, person or organization the path names. */
  owner: OwnerTable;
  /** Whether the session has shown again who it belongs to, a few minutes ago at most. */
  isConfirmed: boolean;
  /** Who acts, when and from where, for the audit log. */
  act: Act;
  url: URL;
  /** Address of the client, empty when not known. */
  address: string;
}

/** A text answer that is sent while it is made. */
export class Streamed {
  readonly chunks: AsyncIterable<string>;
  readonly headers: Record<string, string>;

  constructor(chunks: AsyncIterable<string>, headers: Record<string, string>) {
    this.chunks = chunks;
    this.headers = headers;
  }
}

export type Handler<R extends Route> = (call: Call<R>) => Promise<AnswerOf<R> | Streamed>;

type HandlersOf<Noun> = {
  [K in keyof Noun as Noun[K] extends Route ? K : never]: Noun[K] extends Route ? Handler<Noun[K]> : never;
};

/** One handler for each endpoint of the contract, by its id. */
export type Handlers = HandlersOf<typeof users> &
  HandlersOf<typeof account> &
  HandlersOf<typeof confirmation> &
  HandlersOf<typeof tokens> &
  HandlersOf<typeof onePathTokens> &
  HandlersOf<typeof audit> &
  HandlersOf<typeof emailPreferences> &
  HandlersOf<typeof emailVerification> &
  HandlersOf<typeof passwordResets> &
  HandlersOf<typeof firstAdministrator> &
  HandlersOf<typeof twoFactor> &
  HandlersOf<typeof github> &
  HandlersOf<typeof search> &
  HandlersOf<typeof organizations> &
  HandlersOf<typeof invites> &
  HandlersOf<typeof permissions> &
  HandlersOf<typeof packages> &
  HandlersOf<typeof notifications> &
  HandlersOf<typeof domainStatus> &
  HandlersOf<typeof domainAdministration> &
  HandlersOf<typeof registryMoves> &
  HandlersOf<typeof pixels> &
  HandlersOf<typeof collections> &
  HandlersOf<typeof events> &
  HandlersOf<typeof aggregations> &
  HandlersOf<typeof filters> &
  HandlersOf<typeof administration> &
  HandlersOf<typeof accountAdministration> &
  HandlersOf<typeof installation> &
  HandlersOf<typeof companies> &
  HandlersOf<typeof companyRollups> &
  HandlersOf<typeof scheduledExports> &
  HandlersOf<typeof leads> &
  HandlersOf<typeof dataProviders> &
  HandlersOf<typeof billing> &
  HandlersOf<typeof billingAdmin>;
