import * as billing from 'contract/billing/billing';
import * as payments from 'contract/billing/payments';
import { routesOf, whoMay } from 'tests/support/authorization';

whoMay([...routesOf(billing), ...routesOf(payments)]);
