import * as billing from 'contract/billing';
import * as payments from 'contract/payments';
import { routesOf, whoMay } from 'tests/support/authorization';

whoMay([...routesOf(billing), ...routesOf(payments)]);
