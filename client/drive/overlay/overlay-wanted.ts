/**
 * Loads the part over the list (overlay.tsx): with the first touch of the page, or because this browser's storage or the state of the
 * drive asks for it. A resting list goes without. Presses and keys need no waiting: their listeners are there from the start, and
 * what they ask for is state, which the part shows once it is loaded.
 */
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { ApiClient } from '#client/api/client.ts';
import { databaseNames } from '#client/browser-storage/databases.ts';
import { TRANSFER_DATABASES } from '#client/browser-storage/stored-names.ts';
import { onFirstTouch } from '#client/ui/first-touch.ts';
import { withTexts } from '#client/ui/later-texts.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { DriveContext } from '../drive.context.ts';
import { useLate } from '../late.ts';

type OverlayPart = ComponentType<{ drive: DriveContext }>;

const loadOverlay = () => withTexts(import('./overlay.tsx')).then(({ Overlay }): OverlayPart => Overlay);

/** Whether an earlier window may have left transfers. A browser that cannot list its databases counts as one that has some. */
async function hasStoredTransfers(): Promise<boolean> {
  const names = await databaseNames();
  return names === null || names.some((name) => TRANSFER_DATABASES.includes(name));
}

/** Whether an upload waits for bytes, begun on whichever device. Without an answer it shows with the first touch. */
async function hasOpenUploads(api: ApiClient): Promise<boolean> {
  const query = { limit: 1, page_token: '' };
  const answer = await api.call(browserContract.uploads, { query, isBackground: true }).catch(() => null);
  return answer !== null && answer.uploads.length > 0;
}

async function hasTransfers(api: ApiClient): Promise<boolean> {
  return (await hasStoredTransfers()) || hasOpenUploads(api);
}

/** The page is used, or has transfers to show. */
function useTouched({ api }: DriveContext): boolean {
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    let hasLeft = false;
    const touch = () => {
      if (!hasLeft) setTouched(true);
    };
    void hasTransfers(api).then((has) => {
      if (has) touch();
    });
    const stop = onFirstTouch(document, touch);
    return () => {
      hasLeft = true;
      stop();
    };
  }, [api]);
  return isTouched;
}

function useAsked({ state, downloads }: DriveContext): boolean {
  return (
    state.dialog.value !== null ||
    state.menu.value !== null ||
    state.folders.value !== null ||
    state.transfers.value !== null ||
    downloads.items.value.length > 0
  );
}

/** Signs that load a part again which did not load: a press, a key, the network is back. */
const SIGNS = ['pointerdown', 'keydown', 'online'] as const;

/** @returns the part once it is loaded, null until then; a part that did not load is loaded again with the next sign */
export function useOverlay(drive: DriveContext): OverlayPart | null {
  const isTouched = useTouched(drive);
  const isAsked = useAsked(drive);
  const isWanted = isTouched || isAsked;
  const [attempt, setAttempt] = useState({ load: loadOverlay });
  const [hasFailed, setFailed] = useState(false);
  const fail = useCallback((error: unknown) => {
    console.error('a part of the page did not load', error);
    setFailed(true);
  }, []);
  useEffect(() => {
    if (!hasFailed) return;
    const control = new AbortController();
    const again = () => {
      setFailed(false);
      setAttempt({ load: () => loadOverlay() });
    };
    for (const name of SIGNS) addEventListener(name, again, { signal: control.signal });
    return () => control.abort();
  }, [hasFailed]);
  useEffect(() => {
    if (isWanted) drive.actions.warmChanges();
  }, [isWanted, drive]);
  return useLate(isWanted, attempt.load, fail);
}
