/** The viewer on drive pages: walks through the loaded rows, and calls the drive's own actions. Loaded at first use. */
import { newIdempotencyKey } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { LOCAL } from '#client/browser-storage/local-keys.ts';
import { ConflictError, PreviewError } from '#client/preview/preview-error.ts';
import type { PreviewHost, PreviewItem, Problem } from '#client/preview/preview-types.ts';
import { loadTexts } from '#client/preview/texts.ts';
import { openViewer } from '#client/preview/viewer.ts';
import { makeSendWhole } from '#client/transfer/upload/send-part.ts';
import { archiveContract } from '#shared/drive/archive/archive.contract.ts';
import { type DriveRow, rowOf } from '#shared/drive/rows.ts';
import { messageOf } from '#shared/error-message.ts';
import type { ErrorName } from '#shared/errors.ts';
import { previewIdOf } from '#shared/navigation/preview.ts';
import { makeDriveApi } from '../drive.api.ts';
import type { DriveContext } from '../drive.context.ts';
import { copyShownLink } from './copy-shown-link.ts';
import { copyPlayerLink } from './player-link.ts';

const PROBLEMS: Partial<Record<ErrorName, Problem>> = {
  unreachable: 'offline',
  file_not_found: 'gone',
  not_found: 'gone',
  file_in_recycle_bin: 'gone',
  unauthenticated: 'closed',
  permission_denied: 'forbidden',
  INVALID_FILE_FORMAT: 'unreadable',
  archive_not_listed: 'unlisted',
  archive_too_many_files: 'crowded',
};

const PASSWORDS: Partial<Record<ErrorName, 'PASS_WORD_EMPTY' | 'PASS_WORD_ERROR'>> = {
  unzip_password_required: 'PASS_WORD_EMPTY',
  unzip_password_incorrect: 'PASS_WORD_ERROR',
};

/** A text has a few megabytes at most. */
const SAVE_TIMEOUT_MS = 60_000;

/** A file whose content is complete. */
function isShowable(row: DriveRow): boolean {
  return !row.folder && row.phase === 'PHASE_TYPE_COMPLETE' && row.trashedMs === null;
}

function itemOf({ id, name, mime, sizeBytes, modifiedMs }: DriveRow): PreviewItem {
  return { id, name, mime, sizeBytes, modifiedMs };
}

/** Whole seconds, as the wire has them. */
function playParams(seconds: number, durationSeconds: number): Readonly<Record<string, string>> {
  const whole = (value: number) => String(Number.isFinite(value) ? Math.round(value) : 0);
  return { play_seconds: whole(seconds), play_duration: whole(durationSeconds) };
}

function makeHost(drive: DriveContext, texts: Awaited<ReturnType<typeof loadTexts>>): PreviewHost {
  const { state, actions, browser } = drive;
  const api = makeDriveApi(drive.api);
  const { events, store } = drive.document;
  /** The file of the address where it is in no loaded row. */
  let beside: DriveRow | null = null;
  const rows = () => state.rows.value.filter(isShowable);
  const rowById = (id: string) => state.rows.value.find((row) => row.id === id) ?? (beside?.id === id ? beside : null);

  /** @throws PreviewError */
  async function asked<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problem = PROBLEMS[error.errorName] ?? 'failed';
      const sentence = problem === 'failed' ? messageOf(error, (key) => drive.translator().text(key)) : '';
      throw new PreviewError(problem, sentence, { cause: error });
    }
  }

  function run(action: 'download' | 'share' | 'extract', { id }: PreviewItem): void {
    const row = rowById(id);
    if (row) actions.run(action, [row]);
  }

  return {
    userId: drive.userId,
    ...texts,
    events,
    items: () => rows().map(itemOf),
    hasMore: () => state.nextPageToken.value !== '',
    more: () => actions.listing.more(),
    find: async (id) => {
      const file = await asked(api.detail(id));
      if (file.trashed || file.kind === 'drive#folder') return null;
      beside = rowOf(file);
      return itemOf(beside);
    },
    link: async ({ id }) => {
      const file = await asked(api.detail(id));
      if (file.trashed) throw new PreviewError('gone');
      if (file.web_content_link === '') throw new PreviewError('forbidden');
      return file.web_content_link;
    },
    checksum: async ({ id }) => (await asked(api.detail(id))).hash,
    download: (item) => run('download', item),
    share: (item) => run('share', item),
    copyLink: async ({ id }) => {
      const row = rowById(id);
      return row ? copyShownLink(drive, row) : null;
    },
    playerLink: (item) => copyPlayerLink(drive, item, texts.format),
    downloadFrom: (url) => browser.download(url),
    extract: (item) => run('extract', item),
    archive: async ({ id }, path, password) => {
      const body = { file_id: id, path, password };
      const { status, files } = await asked(drive.api.call(archiveContract.archiveList, { body }));
      const entries = files.map((one) => ({
        index: one.index,
        path: one.path,
        isFolder: one.kind === 'drive#folder',
        sizeBytes: Number(one.filesize),
      }));
      return { status, entries };
    },
    archiveEntry: async ({ id }, index, { password, encoding }) => {
      const body = { file_id: id, index, password, encoding };
      const refused = (error: unknown) => {
        const status = error instanceof ApiError ? PASSWORDS[error.errorName] : undefined;
        if (!status) throw error;
        return status;
      };
      return asked(drive.api.call(archiveContract.archiveEntry, { body }).catch(refused));
    },
    revision: async ({ id }) => (await asked(api.detail(id))).revision,
    save: async ({ id }, text, revision) => {
      const before = await asked(api.detail(id));
      if (before.trashed) throw new PreviewError('gone');
      if (revision !== '' && before.revision !== revision) throw new ConflictError();
      const sending = makeSendWhole(drive.api)({
        origin: drive.api.nextOrigin(),
        bytes: new Blob([text]),
        parentId: before.parent_id,
        name: before.name,
        modifiedMs: browser.nowMs(),
        conflict: 'replace',
        key: newIdempotencyKey(),
        onSent: () => undefined,
        signal: AbortSignal.timeout(SAVE_TIMEOUT_MS),
      });
      await asked(sending);
      void actions.change.refreshAll().catch(() => undefined);
      return { revision: (await asked(api.detail(id))).revision };
    },
    opened: ({ id }) => {
      store.set(LOCAL.previewFileId, id);
      state.photoRows.peek()?.near(id);
      // The user does not wait for the event; an offline user has opened the file all the same.
      void api.recordEvent('TYPE_VIEW', id).catch(() => undefined);
    },
    left: ({ id }, signal) => api.playedTo(id, signal),
    played: ({ id }, seconds, durationSeconds) =>
      void api.recordEvent('TYPE_PLAY', id, playParams(seconds, durationSeconds)).catch(() => undefined),
    place: ({ id }) => {
      const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`);
      return row?.querySelector('img, .kind') ?? row;
    },
    closed: (item) => {
      if (item) browser.focusRow(item.id);
    },
  };
}

/** @param id  of a file of the listing, or of the address */
export async function openPreview(drive: DriveContext, id: string): Promise<void> {
  const isInAddress = previewIdOf(location.search) === id;
  openViewer(makeHost(drive, await loadTexts(document.documentElement.lang)), { id, isInAddress });
}
