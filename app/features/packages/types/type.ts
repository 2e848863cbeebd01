/** What pages need of a package type to create and edit its packages. */
import type { SubmissionResult } from '@conform-to/react';
import type { PackageType } from 'contract/packages/package-types/list';
import type { Rule } from 'contract/shared/rules';
import type { ComponentType } from 'react';
import type { GatewayPlace } from '../../../gateway/gateway-addresses';
import type { InstallMethod, InstallMethodTemplates } from './install-methods';

interface FieldWords {
  placeholder: string;
  hint: string;
}

/** The words of the form of a type whose packages are a name at a registry. */
export interface RegistryWords {
  name: FieldWords;
  /** The pattern of a name. */
  namePattern: string;
  registry: FieldWords;
  /** What clients download: `tarball`. */
  file: string;
}

/** All texts of such a type. */
export interface RegistryTexts extends Omit<RegistryWords, 'namePattern'> {
  /** A name with placeholders for its parts, where that is not a scoped one. */
  anyName?: string;
  /** Text below the name of the type in the choice of types. */
  explanation: string;
  /** The ways to use a package at `origin`. */
  installMethods(name: string, origin: string): InstallMethod[];
}

export interface NewFormProps {
  owner: string;
  type: PackageType;
  place: GatewayPlace;
  /** Whether forms have the field for the catch-all target. */
  withCatchAll: boolean;
  /** The registry of packages of the type that name none; none where it is not known. */
  registry?: string | undefined;
  /** The words of the form, for types that share one. */
  words?: RegistryWords | undefined;
  /** How clients use a package, for types that have more than one command. */
  installMethods?: InstallMethodTemplates;
  lastResult?: SubmissionResult<string[]> | undefined;
}

export interface PackageTypePages {
  NewForm: ComponentType<NewFormProps>;
  /** Converts form fields to those of the API, where they differ. */
  readForm?(fields: Record<string, unknown>): Record<string, unknown>;
  /** Rules of its own fields in the edit form. */
  editRules: Record<string, Rule>;
  EditFields: ComponentType<Pick<NewFormProps, 'withCatchAll' | 'words'>>;
}
