/** What pages must know of a package type to create its packages and to change them. */
import type { SubmissionResult } from '@conform-to/react';
import type { Rule } from 'contract/rules';
import type { ComponentType } from 'react';
import type { GatewayPlace } from '../../../gateway-addresses';

export interface NewFormProps {
  owner: string;
  place: GatewayPlace;
  /** Whether forms ask where requests go that meet no route. */
  withCatchAll: boolean;
  lastResult?: SubmissionResult<string[]> | undefined;
}

export interface PackageTypePages {
  /** Below its name, where a type is chosen. */
  explanation: string;
  NewForm: ComponentType<NewFormProps>;
  /** What the fields of a posted form say, where they are not those of the API. */
  readForm?(fields: Record<string, unknown>): Record<string, unknown>;
  /** Rules of its own fields in the form of a change. */
  editRules: Record<string, Rule>;
  EditFields: ComponentType<Pick<NewFormProps, 'withCatchAll'>>;
}
