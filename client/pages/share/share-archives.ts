/** Archives of a share in the viewer: calls of the page's own origin, with the pass of the share. */
import { PreviewError } from '#client/preview/preview-error.ts';
import type { PreviewHost, Problem } from '#client/preview/preview-types.ts';
import type { OutputOf } from '#shared/contract.ts';
import { shareArchiveContract } from '#shared/share/archive.contract.ts';
import { callShare, Refusal, shareOfPage } from './share-call.ts';

const PROBLEMS: Readonly<Record<string, Problem>> = {
  file_not_found: 'gone',
  INVALID_FILE_FORMAT: 'unreadable',
  archive_not_listed: 'unlisted',
  archive_too_many_files: 'crowded',
};
const PASSWORDS: Readonly<Record<string, 'PASS_WORD_EMPTY' | 'PASS_WORD_ERROR'>> = {
  unzip_password_required: 'PASS_WORD_EMPTY',
  unzip_password_incorrect: 'PASS_WORD_ERROR',
};

function shownError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const problem = PROBLEMS[error.errorName] ?? 'failed';
  return new PreviewError(problem, problem === 'failed' ? error.sentence : '', { cause: error });
}

export function makeShareArchives(page: Document): Required<Pick<PreviewHost, 'archive' | 'archiveEntry'>> {
  const bodyFor = (fileId: string, password: string): object => ({ ...shareOfPage(page), file_id: fileId, password });

  return {
    archive: async ({ id }, path, password) => {
      const body = { ...bodyFor(id, password), path };
      const { archiveList } = shareArchiveContract;
      const { archive } = await callShare<OutputOf<typeof archiveList>>(archiveList.path, body).catch(
        (error: unknown) => {
          throw shownError(error);
        },
      );
      if (!archive) throw new PreviewError('closed');
      const entries = archive.files.map((one) => ({
        index: one.index,
        path: one.path,
        isFolder: one.kind === 'drive#folder',
        sizeBytes: Number(one.filesize),
      }));
      return { status: archive.status, entries };
    },
    archiveEntry: async ({ id }, index, { password, encoding }) => {
      const body = { ...bodyFor(id, password), index, encoding };
      const { archiveEntry } = shareArchiveContract;
      try {
        const { entry } = await callShare<OutputOf<typeof archiveEntry>>(archiveEntry.path, body);
        if (!entry) throw new PreviewError('closed');
        return entry;
      } catch (error) {
        const status = error instanceof Refusal ? PASSWORDS[error.errorName] : undefined;
        if (!status) throw shownError(error);
        return status;
      }
    },
  };
}
