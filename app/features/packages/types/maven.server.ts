/** Texts of Maven artifacts. */
import type { RegistryTexts } from './type';
import { anyGroupedName, type InstallMethod } from './install-methods';

export const mavenTexts: RegistryTexts = {
  explanation: 'Artifacts for Maven, Gradle and sbt.',
  name: {
    placeholder: 'com.example:engine',
    hint: 'Group and artifact in pom.xml, separated by a colon.',
  },
  registry: {
    placeholder: 'https://repository.example/maven2',
    hint: 'Public repository.',
  },
  file: 'file',
  anyName: anyGroupedName,
  installMethods,
};

/** Clients reject a repository without TLS unless configured. */
function installMethods(name: string, origin: string): InstallMethod[] {
  let [group = '', artifact = ''] = name.split(':');
  let at = { url: `${origin}/`, isPlain: origin.startsWith('http:') };
  return [inPlaceOfCentral(at), repositoryOfBuild(at, group, artifact)];
}

interface Place {
  url: string;
  isPlain: boolean;
}

function inPlaceOfCentral({ url }: Place): InstallMethod {
  return {
    title: 'In place of the central repository',
    description: 'Projects stay as they are. The gateway sends Maven on to the repository for everything.',
    texts: [{ label: 'settings.xml of Maven', text: mirrorOf('central', url) }],
  };
}

/** A mirror with a repository's id takes precedence over the one that blocks plain HTTP. */
function mirrorOf(repository: string, url: string): string {
  return [
    '<settings>',
    '  <mirrors>',
    '    <mirror>',
    '      <id>gateway</id>',
    `      <mirrorOf>${repository}</mirrorOf>`,
    `      <url>${url}</url>`,
    '    </mirror>',
    '  </mirrors>',
    '</settings>',
  ].join('\n');
}

function repositoryOfBuild({ url, isPlain }: Place, group: string, artifact: string): InstallMethod {
  let gradle = (allowed: string) =>
    [
      'repositories {',
      '    maven {',
      `        url = uri("${url}")`,
      ...(isPlain ? [`        ${allowed} = true`] : []),
      `        content { includeModule("${group}", "${artifact}") }`,
      '    }',
      '}',
    ].join('\n');
  let sbt = `"gateway" at "${url}"`;
  return {
    title: 'As a repository of a project',
    description: 'It comes before the other repositories. Gradle asks it for this artifact only.',
    texts: [
      {
        label: 'pom.xml of Maven',
        text: [
          '<repositories>',
          '  <repository>',
          '    <id>gateway</id>',
          `    <url>${url}</url>`,
          '  </repository>',
          '</repositories>',
        ].join('\n'),
      },
      ...(isPlain ? [{ label: 'settings.xml of Maven, for plain HTTP', text: mirrorOf('gateway', url) }] : []),
      { label: 'build.gradle', text: gradle('allowInsecureProtocol') },
      { label: 'build.gradle.kts', text: gradle('isAllowInsecureProtocol') },
      {
        label: 'build.sbt',
        text: `externalResolvers := (${sbt})${isPlain ? '.withAllowInsecureProtocol(true)' : ''} +: externalResolvers.value`,
      },
    ],
  };
}
