/** Copies an address of the shown file for a player on the device. It is listed with the direct links, where it can be switched off. */
import type { Answer, PreviewItem } from '#client/preview/preview-types.ts';
import { messageOf } from '#shared/error-message.ts';
import type { Format } from '#shared/locale/format.ts';
import { href } from '#shared/routes.ts';
import type { DriveContext } from '../drive.context.ts';
import { beginCopy } from '../sharing/pending-copy.ts';

/** Call it inside the gesture. */
export async function copyPlayerLink(
  { actions, browser, translator }: DriveContext,
  { id }: PreviewItem,
  format: Pick<Format, 'dateAndTime'>,
): Promise<Answer> {
  const { t, text } = translator();
  const copy = beginCopy(browser.copy);
  const made = actions.links.playerLinkOf(id);
  copy.settle(made.then(({ url }) => url));
  const toLinks = {
    label: t('preview.player.links'),
    run: () => {
      location.assign(`${href('drive.direct')}?${new URLSearchParams({ file: id })}`);
      return null;
    },
  };
  try {
    const { untilMs } = await made;
    const isCopied = await copy.isWritten;
    const sentences = [
      t(isCopied ? 'preview.player.copied' : 'preview.player.made'),
      ...(untilMs === null ? [] : [t('preview.player.until', { time: format.dateAndTime(untilMs) })]),
    ];
    return { text: sentences.join(' '), acts: [toLinks] };
  } catch (error) {
    return { text: messageOf(error, text), acts: [] };
  }
}
