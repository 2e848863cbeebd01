/** npm packages: a name at a registry. */
import { npm as words } from 'contract/packages/package-types/npm';
import { registryRecords } from './registry';

export const npm = registryRecords(words.name);
