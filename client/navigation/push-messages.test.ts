import { expect, it, vi } from 'vitest';
import { openPushed, type PageClients, showPush } from './push-messages.ts';

async function shown(text: string) {
  const showNotification = vi.fn(async (_title: string, _options?: NotificationOptions) => undefined);
  await showPush({ showNotification }, text);
  return showNotification.mock.calls[0];
}

it('a message is shown with its text, language and place', async () => {
  const message = { title: 'New sign-in', body: 'Firefox', path: '/drive/account/security', tag: 'one', lang: 'en-US' };
  const options = { body: 'Firefox', tag: 'one', lang: 'en-US', data: '/drive/account/security' };
  expect(await shown(JSON.stringify(message))).toEqual(['New sign-in', expect.objectContaining(options)]);
});

it.each(['', 'noise', '[]', '{"title":7,"path":"https://evil.example/"}', '{"path":"//evil.example"}'])(
  'a message that is none (%s) leads to the notifications',
  async (text) => {
    expect(await shown(text)).toEqual(['Magpie', expect.objectContaining({ data: '/drive/notifications' })]);
  },
);

it('a window with the page comes to the front; without one it is opened', async () => {
  const focus = vi.fn(async () => undefined);
  const openWindow = vi.fn(async (_address: string) => undefined);
  const clients: PageClients = {
    matchAll: async () => [{ url: 'https://drive.example.com/drive/shares?sort=ends', focus }],
    openWindow,
  };
  await openPushed(clients, '/drive/shares?sort=ends');
  expect([focus.mock.calls.length, openWindow.mock.calls.length]).toEqual([1, 0]);
  await openPushed(clients, '/drive/common');
  await openPushed(clients, 'https://evil.example/');
  expect(openWindow.mock.calls).toEqual([['/drive/common'], ['/drive/notifications']]);
});
