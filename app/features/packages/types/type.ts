/** What pages need to create and edit packages of a type. */
import type { SubmissionResult } from '@conform-to/react';
import type { PackageType } from 'contract/packages/package-types/list';
import type { Rule } from 'contract/floor/rules';
import type { ComponentType } from 'react';
import type { GatewayOrigin } from '../../../gateway/gateway-addresses';
import type { InstallMethod, InstallMethodTemplates } from './install-methods';

interface FieldWords {
  placeholder: string;
  hint: string;
}

/** Form texts of a registry type. */
export interface RegistryWords {
  name: FieldWords;
  namePattern: string;
  registry: FieldWords;
  /** `tarball`. */
  file: string;
}

export interface RegistryTexts extends Omit<RegistryWords, 'namePattern'> {
  /** Placeholder name, unless a scoped one. */
  anyName?: string;
  explanation: string;
  installMethods(name: string, origin: string): InstallMethod[];
}

export interface NewFormProps {
  owner: string;
  type: PackageType;
  place: GatewayOrigin;
  withCatchAll: boolean;
  /** Default registry; undefined if unknown. */
  registry?: string | undefined;
  words?: RegistryWords | undefined;
  /** Who counts packages of the public registry; undefined where the default registry is another. */
  counts?: string | undefined;
  /** For types with more than one command. */
  installMethods?: InstallMethodTemplates;
  lastResult?: SubmissionResult<string[]> | undefined;
}

export interface PackageTypePages {
  NewForm: ComponentType<NewFormProps>;
  /** Maps form fields to API fields. */
  readForm?(fields: Record<string, unknown>): Record<string, unknown>;
  /** Rules of the type's fields. */
  editRules: Record<string, Rule>;
  EditFields: ComponentType<Pick<NewFormProps, 'withCatchAll' | 'words'>>;
}
