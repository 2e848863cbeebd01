/** Cargo: crates of a registry with a sparse index. */
import { registryType } from './registry-type';

export const cargo = registryType('cargo', 'Cargo');
