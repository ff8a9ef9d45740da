import { describe, expect, test } from 'vitest';
import { extensionLine } from './extension.ts';

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
