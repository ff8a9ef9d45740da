/**
 * Decides when the part over the list loads: with the first touch of the page, or because the address, this browser's storage
 * or the state of the drive asks for it. A resting list goes without.
 */
import { useEffect, useState } from 'react';
import { PERSONAL_DATABASES } from '#client/browser-storage/databases.ts';
import { onFirstTouch } from '#client/ui/first-touch.ts';
import { NEW_USER_COOKIE } from '#shared/cookies.ts';
import type { DriveContext } from '../drive.context.ts';
import { isTyping } from '../selection/listing-keys.ts';

/** Parameters that say how the list is shown. Any other may open something over it. */
const DISPLAY = new Set(['order', 'view', 'kind', 'q']);

function addressAsks({ hash, search }: Location): boolean {
  return hash !== '' || [...new URLSearchParams(search).keys()].some((name) => !DISPLAY.has(name));
}

/** Whether an earlier window may have left transfers. A browser that cannot list its databases counts as one that has some. */
async function hasTransfers(): Promise<boolean> {
  if (typeof indexedDB.databases !== 'function') return true;
  const stored = await indexedDB.databases().catch(() => []);
  return stored.some(({ name }) => PERSONAL_DATABASES.includes(name ?? ''));
}

/** A key that was pressed before its listener was there is pressed again. */
function pressAgain(keys: readonly KeyboardEvent[]): void {
  for (const event of keys)
    if (!event.defaultPrevented) (event.target ?? document.body).dispatchEvent(new KeyboardEvent('keydown', event));
}

/** @param isThere  the part is drawn: it gets the keys that were pressed before */
export function useOverlayWanted({ state, transfers }: DriveContext, isMounted: boolean, isThere: boolean): boolean {
  const [isTouched, setTouched] = useState(false);
  const [keys] = useState<KeyboardEvent[]>([]);
  useEffect(() => {
    let hasLeft = false;
    const touch = () => {
      if (!hasLeft) setTouched(true);
    };
    if (addressAsks(location) || document.cookie.includes(`${NEW_USER_COOKIE}=`)) touch();
    void hasTransfers().then((has) => {
      if (has) touch();
    });
    const stop = onFirstTouch(document, touch);
    return () => {
      hasLeft = true;
      stop();
    };
  }, []);
  useEffect(() => {
    if (isThere) {
      pressAgain(keys.splice(0));
      return;
    }
    const keep = (event: KeyboardEvent) => {
      if (event.isTrusted && !isTyping(event.target)) keys.push(event);
    };
    addEventListener('keydown', keep);
    return () => removeEventListener('keydown', keep);
  }, [isThere, keys]);
  const isAsked =
    state.dialog.value !== null ||
    state.menu.value !== null ||
    state.folders.value !== null ||
    state.waiting.value !== null ||
    state.previewed.value !== '' ||
    state.toasts.value.length > 0 ||
    transfers.items.value.length > 0;
  return isMounted && (isTouched || isAsked);
}
