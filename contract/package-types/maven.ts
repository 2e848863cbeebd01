/** Maven: artifacts of a repository for Maven, Gradle and sbt. */
import { registryType } from './registry-type';

export const maven = registryType('maven', 'Maven', (_, { origin }) => ({
  label: 'Repository for pom.xml',
  text: `<repository>\n  <id>gateway</id>\n  <url>${origin}/</url>\n</repository>`,
}));
