/** Python: projects of an index that speaks the simple repository API. */
import { registryType } from './registry-type';

export const python = registryType('python', 'Python');
