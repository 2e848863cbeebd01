/** The commands and addresses that pages offer to copy. */
import { describe, expect, test } from 'vitest';
import {
  defaultHost,
  downloadAddress,
  pixelAddress,
  pixelHost,
  publicPixelHost,
  pixelSnippet,
  pullCommand,
  tryPackage,
  tryPixel,
  withSamples,
} from 'app/gateway/gateway-addresses';
import { packageCommand } from 'app/text/package-command';

let local = { domain: 'localhost', port: 8081 };
let production = { domain: 'example.org', port: 8081 };
let docker = { type: 'docker', name: 'nginx', owner: 'ada', repository_name: 'library/nginx' } as const;
let file = { type: 'file', name: 'tool', owner: 'ada' } as const;
let ownHost = { name: 'ada.docker.localhost', is_default: true, is_verified: true };
let custom = { name: 'get.ada.dev', is_default: false, is_verified: true };
let unverified = { ...custom, name: 'new.ada.dev', is_verified: false };

describe('hosts', () => {
  test('of an owner are one for docker and one for all other types', () => {
    expect(defaultHost(local, 'Hopper-Labs', 'docker')).toBe('hopper-labs.docker.localhost');
    expect(defaultHost(local, 'Hopper-Labs', 'file')).toBe('hopper-labs.gateway.localhost');
    expect(pixelHost(production)).toBe('static.example.org');
  });

  test('have a port on this machine only, except port 80', () => {
    expect(pullCommand(local, 'h.localhost', 'a/b')).toBe('docker pull h.localhost:8081/a/b');
    expect(pullCommand(production, 'h.example.org', 'a/b')).toBe('docker pull h.example.org/a/b');
    expect(downloadAddress({ domain: 'localhost', port: 80 }, 'h.localhost', '/x')).toBe('http://h.localhost/x');
    expect(downloadAddress({ domain: '127.0.0.1', port: 81 }, 'h', '/x')).toBe('http://h:81/x');
    expect(downloadAddress(production, 'h.example.org', '/x')).toBe('https://h.example.org/x');
  });
});

describe('the command of a package', () => {
  test('of docker pulls from the gateway, or from the custom domain', () => {
    expect(packageCommand(local, docker, [ownHost])?.text).toBe('docker pull ada.docker.localhost:8081/library/nginx');
    expect(packageCommand(local, docker, [ownHost, custom])?.text).toBe('docker pull get.ada.dev:8081/library/nginx');
    expect(packageCommand(production, docker, [])?.text).toBe('docker pull ada.docker.example.org/library/nginx');
  });

  test('has a custom domain only once it is verified', () => {
    let text = (...domains: (typeof custom)[]) => packageCommand(production, docker, domains)?.text;
    expect(text(ownHost, unverified)).toBe('docker pull ada.docker.example.org/library/nginx');
    expect(text(unverified)).toBe('docker pull ada.docker.example.org/library/nginx');
    expect(text(unverified, custom)).toBe('docker pull get.ada.dev/library/nginx');
    expect(publicPixelHost(production, [unverified])).toBe('static.example.org');
    expect(publicPixelHost(production, [unverified, custom])).toBe('get.ada.dev');
    expect(tryPackage(production, docker, [unverified])).not.toContain('Host:');
  });

  test('of files has the address of the first route, and is missing without routes', () => {
    let routes = [{ incoming_path: '/tool/{version}' }, { incoming_path: '/other' }];
    expect(packageCommand(local, file, [], routes)).toEqual({
      label: 'Download URL',
      text: 'http://ada.gateway.localhost:8081/tool/{version}',
    });
    expect(packageCommand(local, file, [])).toBeNull();
  });
});

describe('a sample command', () => {
  test('has sample values for variables', () => {
    expect(withSamples('/{name}/{version}/{os}-{arch}.{ext}')).toBe('/name/1.0.0/linux-x86_64.zip');
    expect(withSamples('/{+path}{?version,x}')).toBe('/path?version=1.0.0&x=x');
    expect(withSamples('/a{/b,c}{.ext}{&q*}')).toBe('/a/b/c.zip&q=q');
  });

  test('requests a manifest for docker, and a file for files', () => {
    expect(tryPackage(local, docker, [ownHost])).toContain(
      "'http://ada.docker.localhost:8081/v2/library/nginx/manifests/latest'",
    );
    expect(tryPackage(local, file, [], [{ incoming_path: '/v/{version}' }])).toContain(
      "'http://ada.gateway.localhost:8081/v/1.0.0'",
    );
    expect(tryPackage(local, file, [])).toBeNull();
  });

  test('works without DNS records of the owner', () => {
    let routes = [{ incoming_path: '/x' }];
    let onlyCustom = tryPackage(production, file, [custom], routes);
    expect(onlyCustom).toContain("-H 'Host: get.ada.dev' 'https://ada.gateway.example.org/x'");
    expect(tryPackage(production, file, [custom, ownHost], routes)).not.toContain('Host:');
  });

  test('escapes quotes for the shell', () => {
    expect(tryPackage(local, file, [], [{ incoming_path: "/it's" }])).toContain(String.raw`/it'\''s'`);
  });
});

test('pixels have an address, a snippet and a sample command', () => {
  expect(pixelAddress(local, 'static.localhost', 'id')).toBe('http://static.localhost:8081/a.png?x-pxid=id');
  expect(pixelSnippet(production, 'static.example.org', 'id')).toBe(
    '<img referrerpolicy="no-referrer-when-downgrade" src="https://static.example.org/a.png?x-pxid=id" alt="" />',
  );
  expect(tryPixel(production, 'id')).toContain("'https://static.example.org/a.png?x-pxid=id'");
});
