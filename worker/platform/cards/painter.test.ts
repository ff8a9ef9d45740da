import { expect, test } from 'vitest';
import { SECOND_MS } from '#shared/units.ts';
import { makeKeyring } from '../crypto.ts';
import { readOrder, writeDrawn } from './order.ts';
import { makeCardPainter } from './painter.ts';

const NO_FONTS = { base: [], jp: [], kr: [], sc: [], tc: [] };

function makePainter() {
  let nowMs = 0;
  const titles: string[] = [];
  const after: Promise<unknown>[] = [];
  const painter = makeCardPainter({
    codec: {
      fetch: async (_, init) => {
        const bytes = new Uint8Array(await new Response(init?.body as BodyInit).arrayBuffer());
        titles.push(readOrder(bytes).title);
        return new Response(writeDrawn({ type: 'image/png', bytes: Uint8Array.of(1) }));
      },
    },
    assets: { fetch: async (url) => new Response(String(url).endsWith('.json') ? JSON.stringify(NO_FONTS) : 'icon') },
    keyring: makeKeyring('00'.repeat(32)),
    clock: { nowMs: () => nowMs },
    dataCentre: null,
    afterAnswer: (work) => void after.push(work),
  });
  const paint = (key: string) =>
    painter.paint(
      key,
      {
        locale: 'en-US',
        title: 'Lake',
        otherTitle: 'Files',
        lines: [],
        product: 'Magpie',
        icon: null,
        picture: async () => 'none',
      },
      'someone',
    );
  const warm = async (key: string) => {
    painter.warm(key, 'en-US');
    await Promise.all(after);
    return titles.length;
  };
  return { paint, warm, pass: (ms: number) => (nowMs += ms) };
}

test('the first page of a link draws one card that is not shown, and the next pages none until the painter has rested', async () => {
  const { warm, pass } = makePainter();
  expect([await warm('a'), await warm('a'), await warm('b')]).toEqual([1, 1, 1]);
  pass(50 * SECOND_MS);
  expect([await warm('a'), await warm('b')]).toEqual([2, 2]);
});

test('a painter that has just drawn needs no first card, and neither does a card that is drawn already', async () => {
  const { paint, warm, pass } = makePainter();
  expect(await paint('a')).not.toBeNull();
  expect(await warm('b')).toBe(1);
  pass(50 * SECOND_MS);
  expect([await warm('a'), await warm('b')]).toEqual([1, 2]);
});
