/** The first sign that a page is used: what a resting page does not need is loaded then. */

const SIGNS = ['pointermove', 'pointerdown', 'focusin', 'touchstart', 'keydown', 'dragenter', 'scroll'] as const;

/**
 * @param run  called once, with the first sign
 * @returns stops waiting
 */
export function onFirstTouch(page: Document, run: (event: Event) => void): () => void {
  const control = new AbortController();
  for (const name of SIGNS)
    page.addEventListener(
      name,
      (event) => {
        if (control.signal.aborted) return;
        control.abort();
        run(event);
      },
      { signal: control.signal, capture: true, passive: true },
    );
  return () => control.abort();
}
