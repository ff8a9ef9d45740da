import { expect, test } from 'vitest';
import { nativeKindOf, nativeTransport, type ShellWindow } from './native.ts';

test.each([
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36 Magpie/2.1.0 (Android)',
    'Android',
  ],
  ['Magpie/3 (iOS)', 'iOS'],
  ['Mozilla/5.0 (Windows NT 10.0) Magpie/1.0.0.7 (Desktop) Edg/150', 'Desktop'],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/150.0 Mobile', null],
  ['NotMagpie/2.1 (Android)', null],
  ['Magpie/2.1 (TV)', null],
  ['Magpie/2.1 Android', null],
  ['Magpie/x (iOS)', null],
  ['', null],
])('the user agent %j is the app %j', (agent, kind) => {
  expect(nativeKindOf(agent)).toBe(kind);
});

function port() {
  const target = new EventTarget();
  const sent: unknown[] = [];
  const port = Object.assign(target, { postMessage: (text: unknown) => void sent.push(text) });
  return { sent, target, port: port as unknown as NonNullable<ShellWindow['magpieNative']> };
}

test('the native transport uses only the object of its kind', () => {
  const { port: object, sent } = port();
  const view = { magpieNative: object };
  nativeTransport('Android', view)?.send('hello');
  expect(sent).toEqual(['hello']);
  expect(nativeTransport('iOS', view)).toBeNull();
  expect(nativeTransport('Desktop', view)).toBeNull();
  expect(nativeTransport('Desktop', { chrome: { webview: object } })).not.toBeNull();
  expect(nativeTransport('iOS', { webkit: { messageHandlers: { magpie: object } } })).not.toBeNull();
});

test('the native transport listens until it is stopped', () => {
  const { port: object, target } = port();
  const received: unknown[] = [];
  const stop = nativeTransport('Android', { magpieNative: object })?.listen((data) => received.push(data));
  target.dispatchEvent(new MessageEvent('message', { data: 'one' }));
  stop?.();
  target.dispatchEvent(new MessageEvent('message', { data: 'two' }));
  expect(received).toEqual(['one']);
});
