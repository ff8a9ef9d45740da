/** The slideshow of the viewer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeSlideshow } from './slideshow.ts';

const window = { visibilityState: 'visible' };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', window);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.visibilityState = 'visible';
});

/** @param pictures  left in the folder */
function start(pictures: number) {
  const running: boolean[] = [];
  let shown = 0;
  const show = makeSlideshow(
    () => {
      if (shown === pictures) return false;
      shown += 1;
      return true;
    },
    (isRunning) => running.push(isRunning),
  );
  show.toggle();
  return { show, running, shown: () => shown };
}

test('a slideshow shows one picture after the other once the one before is visible, and ends with the folder', () => {
  const { show, running, shown } = start(2);
  vi.runOnlyPendingTimers();
  expect(shown()).toBe(1);
  // A picture that still loads takes nothing of its own time.
  vi.runOnlyPendingTimers();
  expect(shown()).toBe(1);
  show.shown();
  vi.runOnlyPendingTimers();
  show.shown();
  vi.runOnlyPendingTimers();
  expect([shown(), running, show.isRunning()]).toEqual([2, [true, false], false]);
});

test('a slideshow waits while the window is hidden', () => {
  const { shown } = start(1);
  window.visibilityState = 'hidden';
  vi.runOnlyPendingTimers();
  vi.runOnlyPendingTimers();
  expect(shown()).toBe(0);
  window.visibilityState = 'visible';
  vi.runOnlyPendingTimers();
  expect(shown()).toBe(1);
});

test('a stopped slideshow shows nothing more', () => {
  const { show, running, shown } = start(3);
  show.toggle();
  vi.runOnlyPendingTimers();
  show.shown();
  vi.runOnlyPendingTimers();
  expect([shown(), running]).toEqual([0, [true, false]]);
});
