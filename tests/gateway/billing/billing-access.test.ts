import { billingApi } from 'contract/billing/billing';
import { paymentsApi } from 'contract/billing/payments';
import { whoMay } from 'tests/support/authorization';

whoMay([...Object.values(billingApi), ...Object.values(paymentsApi)]);
