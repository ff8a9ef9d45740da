/** The form of a common folder that takes files, with script: files go on their way as they are chosen, and show in the list. */
import type { ApiClient } from '#client/api/client.ts';
import { watchForm } from '#client/transfer/sending/watch-form.ts';

/** @param refresh  brings the list of the page up to date */
export function watchSending(form: HTMLFormElement, api: ApiClient, refresh: () => Promise<void>): void {
  const { sendingTo: grantId = '', sendingFolder: folderId = '' } = form.dataset;
  async function load() {
    const [{ makeSending }, { makeGuestSender }] = await Promise.all([
      import('#client/transfer/sending/send-files.ts'),
      import('./guest-sender.ts'),
    ]);
    return makeSending(
      form,
      makeGuestSender(api, { grantId, folderId }, () => void refresh()),
    );
  }
  watchForm(form, { isKnown: true, isImmediate: true, load });
}
