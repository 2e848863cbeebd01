import * as billing from 'contract/billing';
import { routesOf, whoMay } from 'tests/support/authorization';

whoMay(routesOf(billing));
