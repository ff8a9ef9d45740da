/** Messages of the viewer's frame. */
import { expect, test } from 'vitest';
import { frameMessageOf, showMessageOf } from './messages.ts';

test('only known messages of the frame are taken', () => {
  expect(frameMessageOf({ magpie: 'ready', extra: 1 })).toEqual({ magpie: 'ready' });
  expect(frameMessageOf({ magpie: 'shown', encoding: 'gbk' })).toEqual({ magpie: 'shown', encoding: 'gbk' });
  expect(frameMessageOf({ magpie: 'shown', encoding: '<b>' })).toEqual({ magpie: 'shown', encoding: null });
  expect(frameMessageOf({ magpie: 'key', key: 'Escape' })).toEqual({ magpie: 'key', key: 'Escape' });
  expect(frameMessageOf({ magpie: 'key', key: 'Delete' })).toBeNull();
  expect(frameMessageOf({ magpie: 'picture', bytes: new ArrayBuffer(1), mime: 'image/svg+xml' })).toBeNull();
  expect(frameMessageOf({ magpie: 'picture', bytes: 'x', mime: 'image/png' })).toBeNull();
  for (const other of [null, undefined, 'ready', 7, [], { magpie: 'open', url: 'https://example.com' }])
    expect(frameMessageOf(other)).toBeNull();
});

test('a failure of the frame has one of two reasons', () => {
  expect(frameMessageOf({ magpie: 'failed', reason: '<b>' })).toEqual({ magpie: 'failed', reason: 'unreadable' });
});

test('the frame takes bytes with their format only', () => {
  const whole = { magpie: 'show', format: 'pdf', name: 'a.pdf', bytes: new ArrayBuffer(1), labels: {} };
  expect(showMessageOf(whole)).toBe(whole);
  expect(showMessageOf({ ...whole, bytes: 'text' })).toBeNull();
  expect(showMessageOf({ ...whole, magpie: 'ready' })).toBeNull();
});

test('a pressed link is passed on as it is written, up to a length', () => {
  expect(frameMessageOf({ magpie: 'open', address: 'https://example.com/' })).toEqual({
    magpie: 'open',
    address: 'https://example.com/',
  });
  expect(frameMessageOf({ magpie: 'open', address: 'x'.repeat(3_000) })).toBeNull();
  expect(frameMessageOf({ magpie: 'open', address: 7 })).toBeNull();
});

test('a picture without a number of pages is one page', () => {
  const picture = { magpie: 'picture', bytes: new ArrayBuffer(1), mime: 'image/png' };
  expect(frameMessageOf(picture)).toMatchObject({ pages: 1 });
  expect(frameMessageOf({ ...picture, pages: 3 })).toMatchObject({ pages: 3 });
});

test('what is not shown is taken as numbers', () => {
  expect(frameMessageOf({ magpie: 'less', omissions: { rows: 2, text: '<b>' } })).toEqual({
    magpie: 'less',
    omissions: { rows: 2 },
  });
  expect(frameMessageOf({ magpie: 'less' })).toEqual({ magpie: 'less', omissions: {} });
});
