/** Who may call what, of nouns whose other tests open a world each. */
import { describe } from 'vitest';
import * as alerts from 'contract/alerts/alerts';
import * as destinations from 'contract/alerts/destinations';
import * as firstAdministrator from 'contract/accounts/first-administrator';
import * as journal from 'contract/admin/journal';
import * as scheduled from 'contract/exports/scheduled-exports';
import { routesOf, whoMay } from 'tests/support/authorization';

describe.each(Object.entries({ alerts, destinations, firstAdministrator, journal, scheduled }))('%s', (_, noun) =>
  whoMay(routesOf(noun)),
);
