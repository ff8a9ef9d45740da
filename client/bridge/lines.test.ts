import { describe, expect, test } from 'vitest';
import { extensionLine } from './extension.ts';
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

describe('the extension', () => {
  const origin = 'https://magpie.example';

  function world() {
    const listeners = new Set<(event: MessageEvent) => void>();
    const posted: { message: unknown; to: string }[] = [];
    const view = {
      location: { origin },
      postMessage: (message: unknown, to: string) => void posted.push({ message, to }),
      addEventListener: (_name: 'message', listen: (event: MessageEvent) => void) => void listeners.add(listen),
      removeEventListener: (_name: 'message', listen: (event: MessageEvent) => void) => void listeners.delete(listen),
    };
    const heard: unknown[] = [];
    const line = extensionLine(view);
    const stop = line.listen((answer) => heard.push(answer));
    const say = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
      const event = { data, origin: from.origin ?? origin, source: 'source' in from ? from.source : view };
      for (const listen of listeners) listen(event as unknown as MessageEvent);
    };
    return { line, posted, heard, say, stop, listeners };
  }

  test('is asked at our own origin', () => {
    const { line, posted } = world();
    expect(line.send('hello')).toBeUndefined();
    expect(posted).toEqual([{ message: { magpie: 'question', text: 'hello' }, to: origin }]);
  });

  test('is heard from this window at this origin, and nobody else is', () => {
    const { heard, say, stop, listeners } = world();
    const said = { magpie: 'answer', text: 'lie' };
    say(said, { origin: 'https://evil.example' });
    say(said, { origin: 'null' });
    say(said, { source: null });
    say(said, { source: {} });
    for (const data of [null, 7, 'text', {}, { magpie: 'question', text: 'own' }, { magpie: 'answer', text: 7 }])
      say(data);
    expect(heard).toEqual([]);
    say({ magpie: 'answer', text: 'truth' });
    expect(heard).toEqual(['truth']);
    stop();
    expect(listeners.size).toBe(0);
  });
});
