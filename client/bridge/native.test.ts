import { describe, expect, test } from 'vitest';
import { nativeKindOf, nativeLine, type ShellWindow } from './native.ts';

describe('the native app', () => {
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
  ])('of %j is %j', (agent, kind) => {
    expect(nativeKindOf(agent)).toBe(kind);
  });

  function port() {
    const target = new EventTarget();
    const sent: unknown[] = [];
    const port = Object.assign(target, { postMessage: (text: unknown) => void sent.push(text) });
    return { sent, target, port: port as unknown as NonNullable<ShellWindow['magpieNative']> };
  }

  test('is spoken to through the object of its kind alone', () => {
    const { port: object, sent } = port();
    const view = { magpieNative: object };
    nativeLine('Android', view)?.send('hello');
    expect(sent).toEqual(['hello']);
    expect(nativeLine('iOS', view)).toBeNull();
    expect(nativeLine('Desktop', view)).toBeNull();
    expect(nativeLine('Desktop', { chrome: { webview: object } })).not.toBeNull();
    expect(nativeLine('iOS', { webkit: { messageHandlers: { magpie: object } } })).not.toBeNull();
  });

  test('is heard until listening stops', () => {
    const { port: object, target } = port();
    const heard: unknown[] = [];
    const stop = nativeLine('Android', { magpieNative: object })?.listen((data) => heard.push(data));
    target.dispatchEvent(new MessageEvent('message', { data: 'one' }));
    stop?.();
    target.dispatchEvent(new MessageEvent('message', { data: 'two' }));
    expect(heard).toEqual(['one']);
  });
});
