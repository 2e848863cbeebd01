// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import { chatWidget } from 'app/config/chat-widget.server';
import { readFlags } from 'app/config/flags';
import { setPageHeaders } from 'app/http/security-headers.server';
import { useChat } from 'app/shell/enhancers';
import type { Chat } from 'app/shell/notices.server';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';

// Every browser has this function, but jsdom does not.
beforeAll(() => void (CSS.escape ??= (text: string) => text.replace(/["\\]/g, '\\$&')));

const on = readFlags('showIntercom', false);
const off = readFlags('', false);

function policyOf(...[settings]: Parameters<typeof chatWidget>): string {
  let headers = new Headers();
  setPageHeaders(headers, ['nonce-abc'], { chat: chatWidget(settings)?.sources });
  return headers.get('content-security-policy') ?? '';
}

describe('the content security policy', () => {
  const plain =
    "default-src 'self'; script-src 'self' 'nonce-abc'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

  test.each([
    ['the flag is off', off, 'chat1'],
    ['there is no app id', on, ''],
    ['both are missing', off, ''],
  ])('does not change when %s', (_, flags, INTERCOM_APP_ID) => {
    expect(policyOf({ flags, INTERCOM_APP_ID })).toBe(plain);
  });

  test('allows the hosts of the widget with flag and app id, and never weakens script-src', () => {
    let policy = policyOf({ flags: on, INTERCOM_APP_ID: 'chat1' });
    expect(policy).toMatch(/script-src 'self' 'nonce-abc' [^;]*https:\/\/widget\.intercom\.io/);
    expect(policy).toMatch(/connect-src 'self' [^;]*wss:\/\/\*\.intercom\.io/);
    expect(policy).toMatch(/img-src 'self' data: [^;]*https:\/\/\*\.intercomcdn\.com/);
    expect(policy).toMatch(/frame-src 'self' https:\/\/intercom-sheets\.com/);
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
  });
});

describe('the widget', () => {
  const grace: Chat = {
    appId: 'chat1',
    script: 'https://chat.example.com/widget/chat1',
    userId: 'id-of-grace',
    username: 'grace',
    key: 'signed',
  };
  const ada: Chat = { ...grace, userId: 'id-of-ada', username: 'ada', key: 'signed-too' };
  let said: unknown[][];

  beforeEach(() => {
    document.head.innerHTML = '';
    said = [];
    window.Intercom = (...words) => void said.push(words);
  });

  const boot = ({ userId, username, key }: Chat) => [
    'boot',
    { app_id: 'chat1', user_id: userId, name: username, user_hash: key },
  ];

  function start(chat: Chat | null) {
    return renderHook(({ whom }) => useChat(whom), { initialProps: { whom: chat } });
  }

  test('starts with the person and the signature, and loads its script once', async () => {
    start(grace);
    await waitFor(() => expect(said).toEqual([boot(grace)]));
    expect([...document.querySelectorAll('script')].map((script) => script.src)).toEqual([grace.script]);
  });

  test('forgets the person at sign-out', async () => {
    let { unmount } = start(grace);
    await waitFor(() => expect(said).toHaveLength(1));
    unmount();
    expect(said.at(-1)).toEqual(['shutdown']);
  });

  test('forgets one person before it starts for the next, and does not start for visitors', async () => {
    let { rerender } = start(grace);
    await waitFor(() => expect(said).toHaveLength(1));
    rerender({ whom: { ...grace } });
    rerender({ whom: ada });
    await waitFor(() => expect(said).toEqual([boot(grace), ['shutdown'], boot(ada)]));
    rerender({ whom: null });
    expect(said.at(-1)).toEqual(['shutdown']);
    expect(document.querySelectorAll('script')).toHaveLength(1);
  });

  test('queues calls until its script is loaded', async () => {
    delete window.Intercom;
    start(grace);
    await waitFor(() => expect(window.Intercom?.q).toEqual([boot(grace)]));
  });

  test('loads nothing without a chat', async () => {
    start(null);
    await import('app/shell/chat');
    expect([said, document.querySelectorAll('script').length]).toEqual([[], 0]);
  });
});
