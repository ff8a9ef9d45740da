/** Pointers on the stage: drag, pinch, swipe, tap and double tap. Touch, pen and mouse alike. */

export interface GestureHandlers {
  /** Moved by px. @returns whether the content moved; otherwise the movement may become a swipe */
  onDrag?(x: number, y: number): boolean;
  /** @param point  between the fingers, in the window */
  onPinch?(factor: number, point: { readonly x: number; readonly y: number }): void;
  /** To the next file (1) or the one before (-1). */
  onSwipe?(step: 1 | -1): void;
  /** A swipe down that starts on the content. */
  onPullDown?(): void;
  onDoubleTap?(point: { readonly x: number; readonly y: number }): void;
}

/** A swipe is this far to a side, and twice as far as up or down; px. */
const SWIPE_PX = 56;
const PULL_PX = 110;
/** Two taps within 300 ms and 30 px are a double tap. */
const DOUBLE_MS = 300;
const DOUBLE_PX = 30;
/** A press that moved less is a tap. */
const TAP_PX = 8;

interface Finger {
  readonly startX: number;
  readonly startY: number;
  x: number;
  y: number;
}

/** Elements with pointer handling of their own. */
const INNER = 'button, a, input, select, textarea, iframe, video, audio, [data-own-pointer]';

export function watchGestures(stage: HTMLElement, on: () => GestureHandlers, signal: AbortSignal): void {
  const fingers = new Map<number, Finger>();
  let hasDragged = false;
  let wasPinched = false;
  let lastTap = { atMs: 0, x: 0, y: 0 };

  function apart(): number {
    const [a, b] = [...fingers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }

  function middle(): { x: number; y: number } {
    const all = [...fingers.values()];
    const sum = (of: (finger: Finger) => number) => all.reduce((total, finger) => total + of(finger), 0) / all.length;
    return { x: sum(({ x }) => x), y: sum(({ y }) => y) };
  }

  function tapped(event: PointerEvent): void {
    const { clientX: x, clientY: y, timeStamp: atMs } = event;
    const isDouble = atMs - lastTap.atMs < DOUBLE_MS && Math.hypot(x - lastTap.x, y - lastTap.y) < DOUBLE_PX;
    lastTap = isDouble ? { atMs: 0, x: 0, y: 0 } : { atMs, x, y };
    if (isDouble) on().onDoubleTap?.({ x, y });
  }

  function ended(finger: Finger, event: PointerEvent): void {
    const [x, y] = [event.clientX - finger.startX, event.clientY - finger.startY];
    if (Math.hypot(x, y) < TAP_PX) tapped(event);
    else if (hasDragged || wasPinched || event.pointerType === 'mouse') return;
    else if (Math.abs(x) > SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) on().onSwipe?.(x < 0 ? 1 : -1);
    else if (y > PULL_PX && y > 2 * Math.abs(x)) on().onPullDown?.();
  }

  const listen = (
    name: 'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel',
    run: (e: PointerEvent) => void,
  ) => stage.addEventListener(name, run, { signal });

  listen('pointerdown', (event) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest(INNER))) return;
    if (fingers.size === 0) [hasDragged, wasPinched] = [false, false];
    const { clientX: x, clientY: y } = event;
    fingers.set(event.pointerId, { startX: x, startY: y, x, y });
    stage.setPointerCapture(event.pointerId);
  });
  listen('pointermove', (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    const [moveX, moveY] = [event.clientX - finger.x, event.clientY - finger.y];
    const before = apart();
    [finger.x, finger.y] = [event.clientX, event.clientY];
    if (fingers.size === 1) hasDragged = on().onDrag?.(moveX, moveY) || hasDragged;
    else if (before > 0) {
      wasPinched = true;
      on().onPinch?.(apart() / before, middle());
    }
  });
  listen('pointerup', (event) => {
    const finger = fingers.get(event.pointerId);
    fingers.delete(event.pointerId);
    if (finger && fingers.size === 0) ended(finger, event);
  });
  listen('pointercancel', (event) => fingers.delete(event.pointerId));
}
