/** Helm: charts of a repository. */
import { registryType } from './registry-type';

export const helm = registryType('helm', 'Helm');
