// @vitest-environment jsdom
import { Link } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu } from 'app/ui/menu';
import { PlainGroup } from 'app/ui/menu-items';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

function Page() {
  return (
    <>
      <Menu label="menu" trigger="Tools" groups={[{ items: [{ kind: 'link', label: 'Packages', to: '/packages' }] }]} />
      <Link to="/next">Next page</Link>
    </>
  );
}

/** Renders the page as the server sends it, opens the menu, then runs the scripts. */
async function hydratedWhileOpen(): Promise<HTMLDetailsElement> {
  let Stub = createRemixStub([{ path: '*', Component: Page }]);
  let place = document.createElement('div');
  place.innerHTML = renderToString(<Stub />);
  document.body.append(place);
  let details = place.querySelector('details')!;
  details.open = true;
  render(<Stub />, { container: place, hydrate: true });
  await screen.findByRole('link', { name: 'Next page' });
  return details;
}

test('a menu that was opened before the scripts ran stays open', async () => {
  expect(await hydratedWhileOpen()).toHaveAttribute('open');
});

test('a long list of links has no filter; a long list of names has one', async () => {
  let items = Array.from({ length: 12 }, (_, i) => ({ kind: 'link' as const, label: `Link ${i}`, to: `/${i}` }));
  let Stub = createRemixStub([
    {
      path: '*',
      Component: () => [
        <PlainGroup key="1" group={{ items }} />,
        <PlainGroup key="2" group={{ label: 'Organizations', items }} />,
      ],
    },
  ]);
  render(<Stub />);
  expect(await screen.findAllByRole('searchbox')).toHaveLength(1);
  expect(screen.getByRole('searchbox')).toHaveAccessibleName('Filter Organizations');
});

test('an open menu closes when another page is shown', async () => {
  let details = await hydratedWhileOpen();
  await userEvent.click(screen.getByRole('link', { name: 'Next page' }));
  await waitFor(() => expect(details).not.toHaveAttribute('open'));
});
