/** Who may call what, of nouns whose other tests open a world each. */
import { describe } from 'vitest';
import * as alerts from 'contract/alerts';
import * as destinations from 'contract/destinations';
import * as firstAdministrator from 'contract/first-administrator';
import * as journal from 'contract/journal';
import * as scheduled from 'contract/scheduled-exports';
import { routesOf, whoMay } from 'tests/support/authorization';

describe.each(Object.entries({ alerts, destinations, firstAdministrator, journal, scheduled }))('%s', (_, noun) =>
  whoMay(routesOf(noun)),
);
