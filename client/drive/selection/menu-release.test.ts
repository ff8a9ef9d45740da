import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { whenReleased } from './menu-release.ts';

let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a menu opened without a pressed button opens at once', () => {
  const open = vi.fn();
  whenReleased(0, open);
  expect(open).toHaveBeenCalledOnce();
});

test.each([[['pointerup', 'mouseup']], [['mouseup']]])('a menu opens once when the button was released: %j', (told) => {
  const open = vi.fn();
  whenReleased(2, open);
  expect(open).not.toHaveBeenCalled();
  for (const name of [...told, ...told]) page.dispatchEvent(new Event(name));
  vi.runAllTimers();
  expect(open).toHaveBeenCalledOnce();
});

test('a listing that was left opens no menu', () => {
  const open = vi.fn();
  const left = new AbortController();
  whenReleased(2, open, left.signal);
  left.abort();
  page.dispatchEvent(new Event('pointerup'));
  vi.runAllTimers();
  expect(open).not.toHaveBeenCalled();
});
