import { describe, expect, test } from 'vitest';
import { extensionTransport } from './extension.ts';

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
    const received: unknown[] = [];
    const transport = extensionTransport(view);
    const stop = transport.listen((answer) => received.push(answer));
    const say = (data: unknown, from: { origin?: string; source?: unknown } = {}) => {
      const event = { data, origin: from.origin ?? origin, source: 'source' in from ? from.source : view };
      for (const listen of listeners) listen(event as unknown as MessageEvent);
    };
    return { transport, posted, received, say, stop, listeners };
  }

  test('a question to the extension is posted to the own origin', () => {
    const { transport, posted } = world();
    expect(transport.send('hello')).toBeUndefined();
    expect(posted).toEqual([{ message: { magpie: 'question', text: 'hello' }, to: origin }]);
  });

  test('answers count only from this window and this origin', () => {
    const { received, say, stop, listeners } = world();
    const said = { magpie: 'answer', text: 'lie' };
    say(said, { origin: 'https://evil.example' });
    say(said, { origin: 'null' });
    say(said, { source: null });
    say(said, { source: {} });
    for (const data of [null, 7, 'text', {}, { magpie: 'question', text: 'own' }, { magpie: 'answer', text: 7 }])
      say(data);
    expect(received).toEqual([]);
    say({ magpie: 'answer', text: 'truth' });
    expect(received).toEqual(['truth']);
    stop();
    expect(listeners.size).toBe(0);
  });
});
