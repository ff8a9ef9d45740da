/** Copies the link of the shown file; the viewer shows the result, because it covers toasts. */
import type { Answer } from '#client/preview/preview-types.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { messageOf } from '#shared/error-message.ts';
import type { DriveContext } from '../drive.context.ts';
import { beginCopy } from '../sharing/pending-copy.ts';

export async function copyShownLink(drive: DriveContext, row: DriveRow): Promise<Answer | null> {
  const { t, text } = drive.translator();
  const failed = (error: unknown): Answer => ({ text: messageOf(error, text), acts: [] });
  try {
    const link = await drive.actions.links.copyLinkQuietly(row, beginCopy(drive.browser.copy));
    if (!link) return null;
    const { undo, settings } = link;
    const toSettings = {
      label: t('drive.link.settings'),
      run: () => {
        settings();
        return null;
      },
    };
    if (!undo) return { text: link.text, acts: [toSettings] };
    const undone = () => undo().then((said): Answer => ({ text: said, acts: [] }), failed);
    return { text: link.text, acts: [{ label: t('drive.undo'), run: undone }, toSettings] };
  } catch (error) {
    return failed(error);
  }
}
