/** npm: packages of a registry that speaks npm's protocol, with a scope or without. */
import { registryType } from './registry-type';

export const npm = registryType('npm', 'npm');
