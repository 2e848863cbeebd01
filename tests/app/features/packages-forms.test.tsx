// @vitest-environment jsdom
/** The forms and cards of packages and pixels in a browser. */
import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { NewPixelForm } from 'app/features/pixels/pixel-forms';
import { DomainsCard } from 'app/features/domains/domains-card';
import { TypeChoice } from 'app/features/packages/type-choice';
import { pagesOfType } from 'app/features/packages/types/list';
import { registryWordsOf } from 'app/features/packages/types/texts.server';
import { paths } from 'app/links/paths';
import { NoPackages, PackageFilters } from 'app/features/packages/overview';
import { RouteForm } from 'app/features/packages/route-form';
import type { ReactNode } from 'react';

const { NewForm: DockerForm } = pagesOfType('docker');
const { NewForm: FileForm } = pagesOfType('file');
const { NewForm: RegistryForm } = pagesOfType('python');

let place = { domain: 'localhost', port: 8081 };

function show(page: ReactNode) {
  let Stub = createRemixStub([{ path: '/', Component: () => page }]);
  return render(<Stub />);
}
function preview() {
  return within(screen.getByRole('region', { name: 'Preview' }));
}

describe('the docker form', () => {
  test('shows the resulting command while typing', async () => {
    let user = userEvent.setup();
    show(<DockerForm type="docker" registry="docker.io" withCatchAll={false} owner="ada" place={place} />);
    expect(preview().getByText(/Enter an image/)).toBeVisible();
    await user.type(screen.getByLabelText(/pull command/), 'docker pull ghcr.io/org/app:2');
    expect(preview().getByText('docker pull ada.docker.localhost:8081/org/app')).toBeVisible();
    expect(preview().getByText(/org\/app from ghcr.io/)).toBeVisible();
    await user.clear(screen.getByLabelText(/pull command/));
    expect(preview().getByText(/Enter an image/)).toBeVisible();
  });

  test('has no preview button while scripts run', () => {
    show(<DockerForm type="docker" registry="docker.io" withCatchAll={false} owner="ada" place={place} />);
    expect(screen.getByRole('button', { name: 'Create package' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Preview' })).toBeNull();
  });

  test('keeps the values after a refusal, and opens the section with the error', () => {
    let lastResult = {
      status: 'error' as const,
      initialValue: { type: 'docker', name: 'docker pull nginx', domain: 'taken.example' },
      error: { domain: ['This domain is already in use.'] },
    };
    show(
      <DockerForm
        type="docker"
        registry="docker.io"
        withCatchAll={false}
        owner="ada"
        place={place}
        lastResult={lastResult}
      />,
    );
    expect(screen.getByLabelText(/pull command/)).toHaveValue('docker pull nginx');
    let domain = screen.getByLabelText('Domain');
    expect(domain).toBeVisible();
    expect(domain).toHaveValue('taken.example');
    expect(domain).toHaveAccessibleDescription(/already in use/);
    expect(preview().getByText('docker pull ada.docker.localhost:8081/library/nginx')).toBeVisible();
  });
});

describe('the file form', () => {
  test('previews the address and warns about an ambiguous path', { tags: 'slow' }, async () => {
    let user = userEvent.setup();
    show(<FileForm type="file" withCatchAll owner="ada" place={place} />);
    await user.type(screen.getByLabelText(/Download path/), '/dl/{{name}-{{version}.tgz');
    expect(preview().getByText('http://ada.gateway.localhost:8081/dl/{name}-{version}.tgz')).toBeVisible();
    expect(preview().getByText(/returns an empty page/)).toBeVisible();
    let example = /\/dl\/x--x.tgz could be name “x-”, version “x”, or name “x”, version “-x”/;
    expect(await preview().findByText(example)).toBeVisible();
    await user.type(screen.getByLabelText(/Download path/), '{Backspace>20/}/{{name}/{{version}.tgz');
    await waitFor(() => expect(preview().queryByText(example)).toBeNull());
  });
});

test('the form of a type with a registry previews the address of files once the field is a URL', async () => {
  let user = userEvent.setup();
  show(<RegistryForm type="python" words={registryWordsOf('python')} withCatchAll={false} owner="ada" place={place} />);
  await user.type(screen.getByLabelText('Package name'), 'engine');
  let registry = screen.getByLabelText('Backend registry');
  await user.type(registry, 'registry');
  expect(preview().getAllByText(/pip install engine --index-url/)[0]).toBeVisible();
  expect(preview().queryByText(/Redirects to/)).toBeNull();
  await user.clear(registry);
  await user.type(registry, 'https://registry.example/simple/');
  expect(preview().getByText(/Redirects to https:\/\/registry.example\/simple\/ for the files/)).toBeVisible();
});

test('a route form starts with the values of the route', () => {
  let location = { incoming_path: '/a/{v}', outgoing_url: 'https://x.example/{v}' };
  let defaults = { type: 'uri-template' as const, requires_token: false, ...location };
  show(<RouteForm place={place} host="h.localhost" button="Save route" defaults={defaults} />);
  expect(screen.getByLabelText(/File location/)).toHaveValue('https://x.example/{v}');
  expect(preview().getByText('http://h.localhost:8081/a/{v}')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save route' })).toBeEnabled();
});

test('types are chosen by links', () => {
  show(<TypeChoice owner="ada" types={[{ type: 'docker', explanation: 'A container image.' }]} />);
  expect(screen.getByRole('link', { name: /Docker/ })).toHaveAttribute('href', '/new-package/ada?type=docker');
});

test('a filter keeps the other filters', () => {
  let to = (type: string[]) => paths.packages('ada', { type, q: 'x y', range: 'last-7-days' });
  show(<PackageFilters types={['file']} offered={['docker', 'file']} to={to} />);
  expect(screen.getByRole('link', { name: 'File' })).toHaveAttribute('aria-current', 'true');
  expect(screen.getByRole('link', { name: 'File' })).toHaveAttribute(
    'href',
    '/packages/ada/overview?q=x+y&range=last-7-days',
  );
  expect(screen.getByRole('link', { name: 'Docker' })).toHaveAttribute(
    'href',
    '/packages/ada/overview?type=file&type=docker&q=x+y&range=last-7-days',
  );
});

test('an empty list explains what to do next to people with permission', () => {
  let { unmount } = show(<NoPackages owner="ada" isFiltered={false} mayChange />);
  expect(screen.getByRole('link', { name: 'Create a package' })).toHaveAttribute('href', '/new-package/ada');
  unmount();
  show(<NoPackages owner="ada" isFiltered={false} mayChange={false} />);
  expect(screen.queryByRole('link')).toBeNull();
});

test('the default domain is marked, and members have no buttons', () => {
  let domain = {
    id: '1',
    name: 'ada.gateway.localhost',
    owner: 'ada',
    package_id: 'p',
    is_default: true,
    is_verified: true,
    created_at: '2026-01-02T03:04:05.000Z',
    _links: { self: '' },
  };
  let { unmount } = show(<DomainsCard owner="ada" statuses={{}} domains={[domain]} removeAt={() => '/remove'} />);
  expect(screen.getByText('Default')).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
  unmount();
  show(<DomainsCard owner="ada" statuses={{}} domains={[domain]} addTo="/add" removeAt={() => '/remove'} />);
  expect(screen.getByRole('link', { name: 'Delete ada.gateway.localhost' })).toHaveAttribute('href', '/remove');
});

test('a new pixel has medium importance at first, and the package of the link', () => {
  show(<NewPixelForm packages={[{ value: 'p1', label: 'tool (file)' }]} packageId="p1" pointsTo="static.localhost" />);
  expect(screen.getByRole('radio', { name: 'Medium' })).toBeChecked();
  expect(screen.getByRole('combobox')).toHaveValue('p1');
});
