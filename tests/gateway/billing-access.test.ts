import * as billing from 'contract/billing';
import { routesOf, whoMay } from 'tests/support/who-may';

whoMay(routesOf(billing));
