/** One press copies the link of a file or folder; the link is made if there is none. Another turns it off. Loaded on touch. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { UndoActions } from '../changes/undo.actions.ts';
import type { DriveDialog, DriveState } from '../drive.state.ts';
import type { ToastActions } from '../toasts/toast.actions.ts';
import type { CopiedLink, LinkCopier } from './link-copier.ts';
import type { PendingCopy } from './pending-copy.ts';

export interface CopyLinkDeps {
  readonly state: DriveState;
  readonly browser: Pick<BrowserApi, 'after'>;
  readonly toasts: ToastActions;
  readonly undo: UndoActions;
  readonly translator: () => Translator;
  readonly ask: (dialog: DriveDialog) => void;
  /** Loaded at the first press. */
  readonly loadCopier: () => Promise<LinkCopier>;
}

/** The answer to a press, for a page over the list; the list shows toasts. */
export interface CopyResult {
  readonly text: string;
  /** Left out where the press made no link. */
  readonly undo?: () => Promise<string>;
  readonly settings: () => void;
}

/** A press that takes longer is answered by a toast. */
const SLOW_MS = 250;

export interface CopyLinkActions {
  /** Never rejects. */
  copyLink(row: DriveRow, copy: PendingCopy): Promise<void>;
  /** For a page over the list. @returns null where a dialog has answered already @throws ApiError when there is no link */
  copyLinkQuietly(row: DriveRow, copy: PendingCopy): Promise<CopyResult | null>;
  readonly playerLinkOf: LinkCopier['playerLinkOf'];
  /** Stops the links of a file or folder, and offers to undo that. Never rejects. */
  turnOffLinks(row: DriveRow): Promise<void>;
}

export function makeCopyLinkActions(deps: CopyLinkDeps): CopyLinkActions {
  const { state, browser, toasts, undo, translator, ask, loadCopier } = deps;
  /** Links that are being looked for: another press copies the same one, and shows nothing of its own. */
  const finding = new Map<string, Promise<CopiedLink>>();
  let made = { shareId: '', toastId: '' };
  const share = (row: DriveRow) => ask({ kind: 'share', rows: [row] });
  const recordChange = () => {
    state.sharedTurn.value += 1;
  };

  async function find({ id }: DriveRow): Promise<CopiedLink> {
    const link = await (await loadCopier()).linkOf(id);
    if (link.isNew) recordChange();
    return link;
  }

  async function copied(row: DriveRow, copy: PendingCopy): Promise<CopiedLink | null> {
    const other = finding.get(row.id);
    const link = other ?? find(row).finally(() => finding.delete(row.id));
    finding.set(row.id, link);
    copy.settle(link.then(({ url }) => url));
    if (other) return null;
    const found = await link;
    if (await copy.isWritten) return found;
    ask({ kind: 'share', rows: [row], isCopyRefused: true });
    return null;
  }

  function textOf({ passCode, sender }: CopiedLink): string {
    const { t } = translator();
    if (sender !== '') return t('drive.link.copied_as', { sender });
    return passCode === '' ? t('drive.link.copied_link') : t('drive.link.copied_locked', { code: passCode });
  }

  async function removeMade(shareId: string): Promise<string> {
    await (await loadCopier()).remove(shareId);
    recordChange();
    return translator().t('drive.link.undone');
  }

  function showCopied(row: DriveRow, link: CopiedLink): void {
    const settings = { label: translator().t('drive.link.settings'), run: () => share(row) };
    // A second press on a link that was just made leaves the way to undo it.
    const isOffered = made.shareId === link.shareId && state.toasts.value.some(({ id }) => id === made.toastId);
    toasts.dismiss(made.toastId);
    made = { shareId: '', toastId: '' };
    const text = textOf(link);
    if (link.isNew || isOffered) {
      const toastId = undo.offer(text, () => removeMade(link.shareId), settings);
      made = { shareId: link.shareId, toastId };
    } else made.toastId = toasts.show(text, settings);
  }

  return {
    async turnOffLinks(row) {
      try {
        const copier = await loadCopier();
        const shareIds = await copier.turnOff(row.id);
        recordChange();
        // Links to several files show it, or a direct link.
        if (shareIds.length === 0) return share(row);
        undo.offer(translator().t('drive.link.closed'), async () => {
          await copier.turnOn(shareIds);
          recordChange();
          return translator().t('drive.link.reopened');
        });
      } catch (error) {
        toasts.showFailure(error, { rows: [row] });
      }
    },
    playerLinkOf: async (fileId) => (await loadCopier()).playerLinkOf(fileId),
    async copyLinkQuietly(row, copy) {
      const link = await copied(row, copy);
      if (!link) return null;
      const result = { text: textOf(link), settings: () => share(row) };
      return link.isNew ? { ...result, undo: () => removeMade(link.shareId) } : result;
    },
    async copyLink(row, copy) {
      let slowId = '';
      const stop = browser.after(SLOW_MS, () => {
        slowId = toasts.show(translator().t('drive.link.copying'));
      });
      try {
        const link = await copied(row, copy);
        if (link) showCopied(row, link);
      } catch (error) {
        toasts.showFailure(error, { rows: [row] });
      } finally {
        stop();
        toasts.dismiss(slowId);
      }
    },
  };
}
