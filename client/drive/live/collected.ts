/** Says that files came in by a link that collects. */

import { asNodeId } from '#shared/ids.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { ToastActions } from '../toasts/toast.actions.ts';

/** @param message  of the server; anything but a count and a folder is ignored */
export function showCollected(
  { files, folder_id: folderId }: Readonly<Record<string, unknown>>,
  toasts: Pick<ToastActions, 'show'>,
  browser: Pick<BrowserApi, 'go'>,
  { t, tn }: Translator,
): void {
  if (typeof files !== 'number' || files < 1 || typeof folderId !== 'string') return;
  const address = `${href('drive.collect', { folderId: asNodeId(folderId) })}#received`;
  toasts.show(tn('drive.collect.arrived', files), {
    label: t('drive.action.open'),
    run: () => browser.go(address),
  });
}
