/** Cargo: crates of a registry with a sparse index. */
import { registryType } from './registry-type';

export const cargo = registryType('cargo', 'Cargo', ({ name }, { origin }) => ({
  label: 'Install command',
  text: `cargo install ${name} --index sparse+${origin}/`,
}));
