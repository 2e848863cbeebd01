/** What pages need of a package type to create and edit its packages. */
import type { SubmissionResult } from '@conform-to/react';
import type { Rule } from 'contract/rules';
import type { ComponentType } from 'react';
import type { GatewayPlace } from '../../../gateway-addresses';
import type { WaysToFill } from './ways';

export interface NewFormProps {
  owner: string;
  place: GatewayPlace;
  /** Whether forms have the field for the catch-all target. */
  withCatchAll: boolean;
  /** The registry of packages of the type that name none; none where it is not known. */
  registry?: string | undefined;
  /** How clients use a package, for types that have more than one command. */
  ways?: WaysToFill;
  lastResult?: SubmissionResult<string[]> | undefined;
}

export interface PackageTypePages {
  /** Text below its name in the choice of types. */
  explanation: string;
  NewForm: ComponentType<NewFormProps>;
  /** Converts form fields to those of the API, where they differ. */
  readForm?(fields: Record<string, unknown>): Record<string, unknown>;
  /** Rules of its own fields in the edit form. */
  editRules: Record<string, Rule>;
  EditFields: ComponentType<Pick<NewFormProps, 'withCatchAll'>>;
}
