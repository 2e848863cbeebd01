/** Go: modules of a module proxy. */
import { registryType } from './registry-type';

export const go = registryType('go', 'Go');
