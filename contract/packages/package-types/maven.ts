/** Maven: artifacts of a repository for Maven, Gradle and sbt. */
import { registryType } from './registry-type';

export const maven = registryType('maven', 'Maven');
