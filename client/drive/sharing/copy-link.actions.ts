/** One press copies the link of a file or folder; the link is made if there is none. */
import type { DriveRow } from '#shared/drive/rows.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { BrowserApi } from '../browser-api.ts';
import type { UndoActions } from '../changes/undo.actions.ts';
import type { DriveDialog, DriveState } from '../drive.state.ts';
import type { ToastActions } from '../toasts/toast.actions.ts';

/** The link that a press copies. */
export interface CopiedLink {
  readonly shareId: string;
  readonly url: string;
  /** '' for none. */
  readonly passCode: string;
  /** This press has made it. */
  readonly isNew: boolean;
  /** The name under which visitors read it; '' where the link was there before. */
  readonly sender: string;
}

/** Calls of a feature to the right. */
export interface LinkCopier {
  /** The open link to exactly this file or folder, made if there is none. */
  linkOf(fileId: string): Promise<CopiedLink>;
  remove(shareId: string): Promise<void>;
}

export interface CopyLinkDeps {
  readonly state: DriveState;
  readonly browser: Pick<BrowserApi, 'after' | 'copy'>;
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
  copyLink(row: DriveRow): void;
  /** For a page over the list. @returns null where a dialog has answered already @throws ApiError when there is no link */
  copyLinkQuietly(row: DriveRow): Promise<CopyResult | null>;
}

export function makeCopyLinkActions(deps: CopyLinkDeps): CopyLinkActions {
  const { state, browser, toasts, undo, translator, ask, loadCopier } = deps;
  /** Files whose link is being copied: more presses change nothing. */
  const copying = new Set<string>();
  let made = { shareId: '', toastId: '' };

  async function copy(row: DriveRow): Promise<CopiedLink | null> {
    const link = loadCopier().then((copier) => copier.linkOf(row.id));
    // Begins inside the gesture.
    const written = browser.copy(link.then(({ url }) => url)).then(
      () => true,
      () => false,
    );
    const found = await link;
    if (await written) return found;
    ask({ kind: 'share', rows: [row], isCopyRefused: true });
    return null;
  }

  async function once(row: DriveRow): Promise<CopiedLink | null> {
    if (copying.has(row.id)) return null;
    copying.add(row.id);
    try {
      return await copy(row);
    } finally {
      copying.delete(row.id);
    }
  }

  function textOf({ passCode, sender }: CopiedLink): string {
    const { t } = translator();
    if (sender !== '') return t('drive.link.copied_as', { sender });
    return passCode === '' ? t('drive.link.copied_link') : t('drive.link.copied_locked', { code: passCode });
  }

  function showCopied(row: DriveRow, link: CopiedLink): void {
    const settings = { label: translator().t('drive.link.settings'), run: () => ask({ kind: 'share', rows: [row] }) };
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

  async function removeMade(shareId: string): Promise<string> {
    await (await loadCopier()).remove(shareId);
    return translator().t('drive.link.undone');
  }

  return {
    async copyLinkQuietly(row) {
      const link = await once(row);
      if (!link) return null;
      const result = { text: textOf(link), settings: () => ask({ kind: 'share', rows: [row] }) };
      return link.isNew ? { ...result, undo: () => removeMade(link.shareId) } : result;
    },
    copyLink(row) {
      let slowId = '';
      const stop = browser.after(SLOW_MS, () => {
        slowId = toasts.show(translator().t('drive.link.copying'));
      });
      void once(row)
        .finally(() => {
          stop();
          toasts.dismiss(slowId);
        })
        .then(
          (link) => link && showCopied(row, link),
          (error: unknown) => toasts.showFailure(error, { rows: [row] }),
        );
    },
  };
}
