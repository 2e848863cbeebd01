/** Stores, services and settings of accounts and organizations. */
import type { AccountServices } from './accounts/services';
import type { Installation } from './administration/installation';
import type { SingleSignOn } from './single-sign-on/provider';

export interface PeopleServices extends AccountServices {
  installation: Installation;
  /** Undefined where it is not set up. */
  singleSignOn: SingleSignOn | undefined;
}
