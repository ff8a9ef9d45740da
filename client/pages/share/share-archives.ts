/** Archives of a share in the viewer: calls of the page's own origin, with the pass of the share. */
import { PreviewError } from '#client/preview/preview-error.ts';
import type { PreviewHost, Problem } from '#client/preview/preview-types.ts';
import type { OutputOf } from '#shared/contract.ts';
import { parseCookies, passTokenCookieName, readTextCookie } from '#shared/cookies.ts';
import { shareArchiveContract } from '#shared/share/archive.contract.ts';

const CALL_TIMEOUT_MS = 120_000;

const PROBLEMS: Readonly<Record<string, Problem>> = {
  file_not_found: 'gone',
  INVALID_FILE_FORMAT: 'unreadable',
  archive_not_listed: 'unlisted',
};
const PASSWORDS: Readonly<Record<string, 'PASS_WORD_EMPTY' | 'PASS_WORD_ERROR'>> = {
  unzip_password_required: 'PASS_WORD_EMPTY',
  unzip_password_incorrect: 'PASS_WORD_ERROR',
};

/** A refusal of the server. */
class Refusal extends Error {
  readonly errorName: string;
  /** In the language of the page. */
  readonly sentence: string;

  constructor(errorName: string, sentence: string) {
    super(errorName);
    this.errorName = errorName;
    this.sentence = sentence;
  }
}

function shownError(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  const problem = PROBLEMS[error.errorName] ?? 'failed';
  return new PreviewError(problem, problem === 'failed' ? error.sentence : '', { cause: error });
}

/** @throws PreviewError, Refusal */
async function callShare<T extends { share_status: string }>(path: string, body: object): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
  } catch (error) {
    throw new PreviewError(navigator.onLine ? 'failed' : 'offline', '', { cause: error });
  }
  const answer = (await response.json().catch(() => ({}))) as T & { error?: string; error_description?: string };
  if (!response.ok) throw new Refusal(answer.error ?? '', answer.error_description ?? '');
  if (answer.share_status !== 'OK') throw new PreviewError('closed');
  return answer;
}

export function makeShareArchives(page: Document): Required<Pick<PreviewHost, 'archive' | 'archiveEntry'>> {
  const [, shareId = ''] = /^\/s\/([\w-]+)/.exec(location.pathname) ?? [];

  function bodyFor(fileId: string, password: string): object {
    const pass = readTextCookie(parseCookies(page.cookie), passTokenCookieName(shareId));
    return { share_id: shareId, file_id: fileId, pass_code_token: pass, password };
  }

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
    archiveEntry: async ({ id }, index, password) => {
      const body = { ...bodyFor(id, password), index };
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
