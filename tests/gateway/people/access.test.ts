/** Who may call what, of nouns whose other tests open a world each. */
import { describe } from 'vitest';
import { alertsApi } from 'contract/alerts/alerts';
import { destinationsApi } from 'contract/alerts/destinations';
import { firstAdministratorApi } from 'contract/accounts/first-administrator';
import { journalApi } from 'contract/admin/journal';
import { scheduledExportsApi } from 'contract/exports/scheduled-exports';
import { whoMay } from 'tests/support/authorization';

describe.each(Object.entries({ alertsApi, destinationsApi, firstAdministratorApi, journalApi, scheduledExportsApi }))(
  '%s',
  (_, noun) => whoMay(Object.values(noun)),
);
