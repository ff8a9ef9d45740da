/** Two fingers that move apart or together, and the wheel with Ctrl, which trackpads send for them. */

/** Distances change by so much for one step. */
const STEP = 1.35;
/** Of a wheel, px. */
const WHEEL_PX = 60;

/** @param onStep  1: larger, -1: smaller. @returns stops it */
export function watchPinch(element: HTMLElement, onStep: (step: 1 | -1) => void): () => void {
  let from = 0;
  let wheel = 0;
  const control = new AbortController();
  const { signal } = control;
  const distance = ({ touches: [a, b] }: TouchEvent): number =>
    a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  element.addEventListener(
    'touchstart',
    (event) => {
      from = distance(event);
    },
    { signal, passive: true },
  );
  element.addEventListener(
    'touchmove',
    (event) => {
      const now = distance(event);
      if (from === 0 || now === 0) return;
      event.preventDefault();
      const ratio = now / from;
      if (ratio < STEP && ratio > 1 / STEP) return;
      from = now;
      onStep(ratio > 1 ? 1 : -1);
    },
    { signal, passive: false },
  );
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      wheel += event.deltaY;
      if (Math.abs(wheel) < WHEEL_PX) return;
      onStep(wheel < 0 ? 1 : -1);
      wheel = 0;
    },
    { signal, passive: false },
  );
  return () => control.abort();
}
