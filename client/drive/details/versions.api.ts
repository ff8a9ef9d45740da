/** Calls about taken names and versions. Loaded at first use; writes no state. */
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { rowOf } from '#shared/drive/rows.ts';
import { type FileVersion, type NameConflict, versionsContract } from '#shared/drive/versions.contract.ts';

/** Most names of one call (versions.contract.ts). */
const MAX_NAMES = 10_000;
/** A change waits this long for the answer; after that, both files are kept. */
const ASKING_MS = 4_000;

export interface VersionPage {
  readonly versions: readonly FileVersion[];
  readonly nextPageToken: string;
}

export interface VersionsApi {
  /** @throws ApiError; a TimeoutError when the answer does not arrive */
  taken(parentId: string, names: readonly string[]): Promise<readonly NameConflict[]>;
  list(fileId: string, pageToken: string): Promise<VersionPage>;
  /** A link to its content, valid for hours. */
  link(fileId: string, versionId: string): Promise<string>;
  restore(fileId: string, versionId: string): Promise<DriveRow>;
  remove(fileId: string, versionId: string): Promise<void>;
}

export function makeVersionsApi(api: ApiClient): VersionsApi {
  /** The limit does not include a login dialog, which may open first. */
  async function conflicts(body: { parent_id: string; names: string[] }): Promise<readonly NameConflict[]> {
    try {
      const signal = AbortSignal.timeout(ASKING_MS);
      return (await api.call(versionsContract.conflicts, { body, signal, isBackground: true })).conflicts;
    } catch (error) {
      if (!(error instanceof ApiError) || error.errorName !== 'unauthenticated') throw error;
      return (await api.call(versionsContract.conflicts, { body })).conflicts;
    }
  }

  const of = (id: string, version_id: string) => ({ params: { id, version_id } });
  return {
    async taken(parentId, names) {
      const found: NameConflict[] = [];
      for (let at = 0; at < names.length; at += MAX_NAMES)
        found.push(...(await conflicts({ parent_id: parentId, names: names.slice(at, at + MAX_NAMES) })));
      return found;
    },
    async list(id, page_token) {
      const answer = await api.call(versionsContract.versions, { params: { id }, query: { page_token } });
      return { versions: answer.versions, nextPageToken: answer.next_page_token };
    },
    link: async (id, version) => (await api.call(versionsContract.version, of(id, version))).web_content_link,
    restore: async (id, version) =>
      rowOf(
        await api.call(versionsContract.restoreVersion, { ...of(id, version), idempotencyKey: newIdempotencyKey() }),
      ),
    remove: async (id, version) => {
      await api.call(versionsContract.deleteVersion, of(id, version));
    },
  };
}
