/**
 * Some systems ask for the menu while the button is still down; letting it go beside a popover that opened meanwhile would
 * close that again. WebKit on Linux tells that the second button was let go by `mouseup` alone.
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
