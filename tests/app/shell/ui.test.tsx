// @vitest-environment jsdom
import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AlertBox, alertVariants } from 'app/ui/alert';
import { Avatar, avatarSizes } from 'app/ui/avatar';
import { Badge, badgeColours } from 'app/ui/badge';
import { Button, buttonSizes, buttonVariants } from 'app/ui/button';
import { Chips } from 'app/ui/chips';
import { CopyText } from 'app/ui/copy-text';
import { DialogLink } from 'app/ui/dialog';
import { LoadingRing } from 'app/ui/loading';
import { Menu } from 'app/ui/menu';
import { PackageIcon, packageIconTypes } from 'app/ui/package-icon';
import { TableCell, TableRow, Table } from 'app/ui/table';
import { Tabs } from 'app/ui/tabs';
import { act, type ReactNode, useState } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';

// Every browser has this function, but jsdom does not.
beforeAll(() => void (CSS.supports ??= () => false));

function show(children: ReactNode, at = '/here') {
  let Stub = createRemixStub([
    { path: '/here', Component: () => children, action: () => null },
    { path: '/there', Component: () => <p>There</p> },
    {
      path: '/posted',
      action: async ({ request }) => ({ sent: [...(await request.formData())] }),
      Component: () => <p>Posted</p>,
    },
  ]);
  return render(<Stub initialEntries={[at]} />);
}

describe('the variants of the specification', () => {
  test('are those of section 4', () => {
    expect(buttonVariants).toEqual(['primary', 'success', 'danger', 'danger-outline', 'warning', 'outline']);
    expect(buttonSizes).toEqual(['xs', 'sm', 'md', 'lg']);
    expect(alertVariants).toEqual(['info', 'success', 'danger', 'warning']);
    expect([...badgeColours].sort()).toEqual(['blue', 'default', 'green', 'orange', 'pink', 'purple', 'red', 'yellow']);
    expect(avatarSizes).toEqual(['sm', 'md']);
    expect(packageIconTypes).toEqual(expect.arrayContaining(['docker', 'file', 'python', 'npm', 'hackage']));
  });

  test('look different from each other', () => {
    let looks = (elements: ReactNode[]) => new Set(elements.map((element) => renderToString(<>{element}</>))).size;
    expect(looks(buttonVariants.map((variant) => <Button variant={variant}>x</Button>))).toBe(buttonVariants.length);
    expect(looks(buttonSizes.map((size) => <Button size={size}>x</Button>))).toBe(buttonSizes.length);
    expect(looks(badgeColours.map((colour) => <Badge colour={colour}>x</Badge>))).toBe(badgeColours.length);
    expect(looks(packageIconTypes.map((type) => <PackageIcon type={type} />))).toBe(packageIconTypes.length);
  });
});

test('a loading button is disabled, busy, and keeps its label', () => {
  render(<Button loading>Save</Button>);
  let button = screen.getByRole('button', { name: 'Save' });
  expect(button).toBeDisabled();
  expect(button).toHaveAttribute('aria-busy', 'true');
  expect(button.querySelector('svg')).not.toBeNull();
});

test('a button does not submit by default', () => {
  render(<Button>Plain</Button>);
  expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
});

test('a spinner with a label is a status', () => {
  render(<LoadingRing label="Loading" />);
  expect(screen.getByRole('status')).toHaveTextContent('Loading');
});

test('an alert can be closed', async () => {
  render(
    <AlertBox variant="danger" title="Broken" action={<a href="/fix">Fix it</a>} closable>
      Something is broken.
    </AlertBox>,
  );
  let alert = screen.getByRole('alert');
  expect(within(alert).getByRole('link', { name: 'Fix it' })).toBeInTheDocument();
  await userEvent.click(within(alert).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('initials come from words, and are hidden from screen readers', () => {
  let { container } = render(
    <>
      <Avatar name="Ada Lovelace" />
      <Avatar name="hopper-labs" square />
      <Avatar name="ada" />
    </>,
  );
  expect([...container.children].map((avatar) => avatar.textContent)).toEqual(['AL', 'HL', 'AD']);
  expect(container.querySelectorAll('[aria-hidden=true]')).toHaveLength(3);
});

test('a table has a name, row headers and a scroll container', () => {
  render(
    <Table caption="Downloads" columns={[{ label: 'Version' }, { label: 'Count', numeric: true }]}>
      <TableRow>
        <TableCell rowHeader>1.0</TableCell>
        <TableCell numeric>12</TableCell>
      </TableRow>
    </Table>,
  );
  expect(screen.getByRole('table', { name: 'Downloads' })).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: '1.0' })).toBeInTheDocument();
  expect(screen.getByRole('cell', { name: '12' })).toHaveClass('tabular-nums');
  expect(screen.getByRole('region', { name: 'Downloads' })).toHaveAttribute('tabindex', '0');
  expect(screen.getByRole('table').style.getPropertyValue('--l2')).toBe('"Count"');
  expect([...document.querySelectorAll('thead, tbody, tr')].map((part) => part.getAttribute('role'))).toEqual([
    'rowgroup',
    'row',
    'rowgroup',
    'row',
  ]);
});

describe('copyable text', () => {
  test('is plain text without scripts', () => {
    let html = renderToString(<CopyText label="command" text="docker pull x" />);
    expect(html).toContain('docker pull x');
    expect(html).not.toContain('<button');
  });

  test('copies what it shows', async () => {
    let user = userEvent.setup();
    render(<CopyText label="command" text="docker pull x" />);
    await user.click(screen.getByRole('button', { name: /command/ }));
    expect(await navigator.clipboard.readText()).toBe('docker pull x');
    expect(await screen.findByText('Copied')).toBeInTheDocument();
  });
});

test('tabs and chips are links that mark the current one', async () => {
  show(
    <>
      <Tabs
        label="Views"
        tabs={[
          { label: 'Here', to: '/here' },
          { label: 'There', to: '/there' },
        ]}
      />
      <Chips
        label="Types"
        chips={[
          { label: 'Docker', to: '/here?type=docker', on: true },
          { label: 'File', to: '/here', on: false },
        ]}
      />
    </>,
  );
  let tabs = within(await screen.findByRole('navigation', { name: 'Views' }));
  expect(tabs.getByRole('link', { name: 'Here' })).toHaveAttribute('aria-current', 'page');
  expect(tabs.getByRole('link', { name: 'There' })).not.toHaveAttribute('aria-current');
  let chips = within(screen.getByRole('list', { name: 'Types' }));
  expect(chips.getByRole('link', { name: 'Docker' })).toHaveAttribute('aria-current', 'true');
  expect(chips.getByRole('link', { name: 'File' })).not.toHaveAttribute('aria-current');
});

const menu = (
  <Menu
    label="menu"
    trigger="Account"
    groups={[
      { items: [{ kind: 'link', label: 'There', to: '/there' }] },
      {
        label: 'Switch',
        items: [{ kind: 'post', label: 'Labs', action: '/posted', fields: { owner: 'labs' }, current: true }],
      },
    ]}
  />
);

describe('a menu', () => {
  test('consists of links and forms in the server’s HTML', () => {
    let Stub = createRemixStub([{ path: '/', Component: () => menu }]);
    document.body.innerHTML = renderToString(<Stub />);
    expect(document.querySelector('details > summary')).toHaveTextContent('Account');
    expect(screen.getByText('There').closest('a')).toHaveAttribute('href', '/there');
    let form = screen.getByText('Labs').closest('form');
    expect(form).toHaveAttribute('action', '/posted');
    expect(form).toHaveFormValues({ owner: 'labs' });
    expect(screen.getByText('Labs').closest('button')).toHaveAttribute('aria-current', 'true');
    document.body.innerHTML = '';
  });

  test('becomes a keyboard menu when it is used', async () => {
    show(menu);
    await userEvent.hover(await screen.findByText('Account'));
    let button = await screen.findByRole('button', { name: /Account/ });
    button.focus();
    await userEvent.keyboard('{Enter}');
    let opened = await screen.findByRole('menu', { name: /Account/ });
    await waitFor(() => expect(opened).toContainElement(document.activeElement as HTMLElement));
    expect(within(opened).getByRole('menuitem', { name: 'There' })).toBeVisible();
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(within(opened).getByRole('menuitem', { name: 'Labs' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Posted')).toBeInTheDocument();
  });
});

describe('a dialog', () => {
  const dialog = (
    <DialogLink to="/there" label="Delete" title="Delete engine">
      <p>Really?</p>
    </DialogLink>
  );

  test('is a link to its page in the server’s HTML', () => {
    let Stub = createRemixStub([{ path: '/', Component: () => dialog }]);
    expect(renderToString(<Stub />)).toMatch(/<a [^>]*href="\/there"/);
  });

  test('opens over the page, keeps the focus inside and closes with Escape', async () => {
    show(dialog);
    let link = await screen.findByRole('link', { name: 'Delete' });
    await userEvent.click(link);
    let opened = await screen.findByRole('dialog', { name: 'Delete engine' });
    expect(opened).toHaveTextContent('Really?');
    expect(opened).toContainElement(document.activeElement as HTMLElement);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('There')).toBeNull();
  });
});

describe('in a page that the browser translates', () => {
  /** Moves texts into elements of their own, as the translation of Chrome does. */
  function translate(place: Element) {
    let walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    let texts: Text[] = [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (let text of texts) {
      let font = document.createElement('font');
      text.replaceWith(font);
      font.append(text.data.toUpperCase());
    }
  }

  test('a button shows that it is loading, and stops', () => {
    let { container, rerender } = render(<Button>Save</Button>);
    translate(container);
    rerender(<Button loading>Saving …</Button>);
    expect(container.querySelector('button')).toHaveAttribute('aria-busy', 'true');
    expect(container.querySelector('svg, span[aria-hidden]')).not.toBeNull();
    rerender(<Button>Save</Button>);
    expect(container).toHaveTextContent('Save');
  });

  test('a chip shows that it is on', () => {
    let chip = { label: 'Linux', to: '/there', on: false };
    let Page = ({ on }: { on: boolean }) => <Chips label="Filters" chips={[{ ...chip, on }]} />;
    let Stub = createRemixStub([{ path: '*', Component: () => <Toggled /> }]);
    let turn = (_on: boolean) => {};
    function Toggled() {
      let [on, setOn] = useState(false);
      turn = setOn;
      return <Page on={on} />;
    }
    let { container } = render(<Stub />);
    translate(container);
    act(() => turn(true));
    expect(screen.getByRole('link')).toHaveAttribute('aria-current', 'true');
  });
});
