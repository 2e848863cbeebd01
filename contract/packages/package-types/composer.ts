/** Composer: packages of a repository for PHP. */
import { registryType } from './registry-type';

export const composer = registryType('composer', 'Composer');
