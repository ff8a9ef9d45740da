/**
 * Some systems open the context menu while the button is still down; releasing it beside the new popover would close that again.
 * WebKit on Linux reports the release of the second button by `mouseup` alone.
 * @param buttons  those that are down
 */
export function whenReleased(buttons: number, run: () => void, signal?: AbortSignal): void {
  if (buttons === 0) {
    run();
    return;
  }
  const waiting = new AbortController();
  const heard = { signal: waiting.signal };
  const onUp = () => {
    waiting.abort();
    if (!signal?.aborted) setTimeout(run);
  };
  addEventListener('pointerup', onUp, heard);
  addEventListener('mouseup', onUp, heard);
}
