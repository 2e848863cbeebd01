/** What an npm package must have: a name, and the registry it comes from. */
import { NpmPackageName } from '../fields';
import { npm } from './npm';
import { registryFields } from './registry-fields';

export const npmFields = registryFields(npm.name, NpmPackageName);
