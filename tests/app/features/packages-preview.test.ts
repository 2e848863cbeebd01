/** Image names as people paste them, and the previews in forms before a package is created. */
import { describe, expect, test } from 'vitest';
import { readImageReference, registryLabel, repositoryPath } from 'app/features/packages/types/image-reference';
import { routePreview } from 'app/features/packages/types/preview';
import { dockerPreview } from 'app/features/packages/types/docker';
import { filePreview } from 'app/features/packages/types/file';
import { NewPackageInput } from 'app/features/packages/forms.server';
import { registryTextsOf } from 'app/features/packages/types/texts.server';
import { installMethodsFor } from 'app/features/packages/types/install-methods';
import { installMethodTemplates } from 'app/features/packages/install-methods.server';

let local = { domain: 'localhost', port: 8081 };
let production = { domain: 'example.org', port: 8081 };

describe('a pasted image name', () => {
  test.each([
    ['nginx', undefined, 'nginx'],
    ['nginx:1.25', undefined, 'nginx'],
    ['library/nginx', undefined, 'library/nginx'],
    ['docker pull nginx:1.25', undefined, 'nginx'],
    ['  docker   pull  nginx ', undefined, 'nginx'],
    ['$ docker pull bitnami/redis:7', undefined, 'bitnami/redis'],
    ['sudo docker pull -q ghcr.io/org/app', 'ghcr.io', 'org/app'],
    ['docker pull --platform linux/amd64 quay.io/org/app:1', 'quay.io', 'org/app'],
    ['docker pull --platform=linux/amd64 nginx', undefined, 'nginx'],
    ['podman pull docker.io/library/nginx', 'docker.io', 'library/nginx'],
    ['docker run nginx', undefined, 'nginx'],
    ['ghcr.io/org/app:v1@sha256:0123abcd', 'ghcr.io', 'org/app'],
    ['GHCR.io/org/app', 'ghcr.io', 'org/app'],
    ['localhost:5000/team/app:dev', 'localhost:5000', 'team/app'],
    ['localhost/app', 'localhost', 'app'],
    ['registry-1.docker.io/library/nginx', 'docker.io', 'library/nginx'],
    ['index.docker.io/bitnami/redis', 'docker.io', 'bitnami/redis'],
    ['docker://quay.io/org/app', 'quay.io', 'org/app'],
    ['https://hub.docker.com/_/nginx', 'docker.io', 'nginx'],
    ['https://hub.docker.com/r/bitnami/redis/tags?page=1', 'docker.io', 'bitnami/redis'],
    ['', undefined, ''],
    ['docker pull', undefined, ''],
    ['a//b', undefined, 'a//b'],
    ['Upper/Case', undefined, 'Upper/Case'],
  ])('is read from “%s”', (typed, registry, name) => {
    expect(readImageReference(typed)).toEqual({ registry, name });
  });

  test('is below library/ for official images of Docker Hub', () => {
    expect(repositoryPath('nginx', 'docker.io')).toBe('library/nginx');
    expect(repositoryPath('nginx', 'ghcr.io')).toBe('nginx');
    expect(repositoryPath('bitnami/redis', 'docker.io')).toBe('bitnami/redis');
  });

  test('shows docker.io as Docker Hub', () => {
    expect(registryLabel('docker.io')).toBe('Docker Hub');
    expect(registryLabel('ghcr.io')).toBe('ghcr.io');
  });
});

describe('the docker preview', () => {
  test('shows the pull command behind the gateway', () => {
    let preview = dockerPreview(local, 'Ada', { name: 'docker pull nginx:1.25' });
    expect(preview.text).toBe('docker pull ada.docker.localhost:8081/library/nginx');
    expect(preview.effect).toContain('library/nginx from Docker Hub');
  });

  test('has no port on a production domain, and the default host until a custom domain is verified', () => {
    expect(dockerPreview(production, 'ada', { name: 'ghcr.io/org/app' }).text).toBe(
      'docker pull ada.docker.example.org/org/app',
    );
    expect(dockerPreview(production, 'ada', { name: 'org/app', domain: 'Pull.Ada.dev ' }).text).toBe(
      'docker pull ada.docker.example.org/org/app',
    );
    expect(filePreview(production, 'ada', { incoming_path: '/tool', domain: 'dl.ada.dev' }).text).toBe(
      'https://ada.gateway.example.org/tool',
    );
  });

  test('uses the registry of the pasted text instead of the field', () => {
    expect(dockerPreview(local, 'ada', { name: 'quay.io/a/b', backend_registry: 'ghcr.io' }).effect).toContain(
      'quay.io',
    );
    expect(dockerPreview(local, 'ada', { name: 'a/b', backend_registry: 'ghcr.io' }).effect).toContain('ghcr.io');
  });

  test('is empty until something is typed', () => {
    expect(dockerPreview(local, 'ada', {})).toEqual({ text: null, effect: null, warnings: [] });
  });
});

describe('the file preview', () => {
  test('shows the address and where it leads', () => {
    let preview = filePreview(local, 'ada', {
      incoming_path: '/tool/{version}',
      outgoing_url: 'https://example.org/{version}.zip',
    });
    expect(preview.text).toBe('http://ada.gateway.localhost:8081/tool/{version}');
    expect(preview.effect).toContain('https://example.org/{version}.zip');
    expect(preview.warnings).toEqual([]);
  });

  test('explains that requests are only counted without a file location', () => {
    expect(filePreview(production, 'ada', { incoming_path: '/ping' })).toMatchObject({
      text: 'https://ada.gateway.example.org/ping',
      effect: 'Counts requests and returns an empty page.',
    });
  });

  test('lists the variables that the path does not capture', () => {
    let { warnings } = routePreview(local, 'h.test', {
      incoming_path: '/{a}',
      outgoing_url: 'https://x.test/{a}/{b}/{b}',
    });
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('{b},');
  });

  test('is empty until the path starts with a slash', () => {
    expect(filePreview(local, 'ada', { incoming_path: 'tool' }).text).toBeNull();
  });
});

describe('the preview of a registry type', () => {
  test.each([
    ['npm', 'engine'],
    ['npm', '@ada/engine'],
    ['python', 'My_Engine'],
    ['maven', 'org.ada:engine-core'],
  ] as const)('%s: %s has the texts of a package with that name', (type, name) => {
    let origin = `http://ada.${type}.localhost:8081`;
    expect(installMethodsFor(name, installMethodTemplates('ada', type))).toEqual(
      registryTextsOf(type)!.installMethods(name, origin),
    );
  });
});

describe('a posted new package', () => {
  test('takes name and registry from a pasted pull command', () => {
    expect(NewPackageInput.parse({ type: 'docker', name: 'docker pull ghcr.io/org/app:2' })).toMatchObject({
      type: 'docker',
      name: 'org/app',
      backend_registry: 'ghcr.io',
    });
  });

  test('takes the registry of a pull command where the field is empty', () => {
    expect(NewPackageInput.parse({ type: 'docker', name: 'ghcr.io/org/app' })).toMatchObject({
      name: 'org/app',
      backend_registry: 'ghcr.io',
    });
  });

  test.each([
    [{ type: 'docker', name: '', backend_registry: 'docker.io' }, 'name', 'package-name-is-empty'],
    [{ type: 'docker', name: 'nginx', backend_registry: '' }, 'backend_registry', 'backend-registry-is-empty'],
    [{ type: 'docker', name: 'a//b' }, 'name', 'docker-image-name-has-empty-segments'],
    [{ type: 'docker', name: 'Nope' }, 'name', 'docker-image-name-has-invalid-characters'],
    [
      { type: 'docker', name: 'a', backend_registry: 'not a host' },
      'backend_registry',
      'backend-registry-has-invalid-characters',
    ],
    [{ type: 'docker', name: 'a', domain: 'no' }, 'domain', 'public-domain-has-invalid-characters'],
    [{ type: 'file', name: 'x', incoming_path: 'y' }, 'incoming_path', 'incoming-path-must-start-with-slash'],
    [{ type: 'file', name: 'x', incoming_path: '/{y' }, 'incoming_path', 'incoming-path-invalid-url-template'],
    [
      { type: 'file', name: 'x', incoming_path: '/y', outgoing_url: 'https://a.test/{z}' },
      'incoming_path',
      'incoming-path-missing-variables',
    ],
    [{ type: 'conda', name: 'x' }, 'type', 'package-type-is-invalid'],
  ])('refuses %j on its field', (form, field, code) => {
    let parsed = NewPackageInput.safeParse(form);
    expect(parsed.error?.issues.map((i) => [i.path.join('.'), i.message])).toContainEqual([field, code]);
  });
});
