/** Calls of the download engine: content and size of a folder, link and bytes of a file. Returns results; writes no state. */
import type { ApiClient } from '#client/api/client.ts';
import { unreachable } from '#client/api/errors.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { FileObject } from '#shared/drive/model.ts';

/** Rows requested per page; the server may return fewer. */
const PAGE_ROWS = 1_000;

/** A file or folder of the drive. */
export interface RemoteNode {
  readonly id: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes; 0 for folders. */
  readonly sizeBytes: number;
  /** Content label; '' unknown. */
  readonly gcid: string;
}

export interface DownloadApi {
  children(folderId: string, pageToken: string, signal: AbortSignal): Promise<{ nodes: RemoteNode[]; next: string }>;
  measure(folderId: string): Promise<{ files: number; sizeBytes: number }>;
  /** A signed link to the bytes, which expires, and their content label. */
  link(id: string, signal: AbortSignal): Promise<{ url: string; gcid: string }>;
  /**
   * Bytes from `start` on if the content still has this ETag, else all bytes from the beginning.
   * @throws ApiError unreachable
   */
  bytes(url: string, start: number, etag: string, signal: AbortSignal): Promise<Response>;
}

function nodeOf(file: FileObject): RemoteNode {
  const { id, name, kind, size, hash } = file;
  return { id, name, isFolder: kind === 'drive#folder', sizeBytes: Number(size), gcid: hash };
}

export function makeDownloadApi(api: ApiClient): DownloadApi {
  const filters = JSON.stringify({ trashed: { eq: false }, phase: { eq: 'PHASE_TYPE_COMPLETE' } });
  return {
    async children(folderId, pageToken, signal) {
      const query = {
        parent_id: folderId,
        page_token: pageToken,
        limit: PAGE_ROWS,
        order: 'name_asc' as const,
        filters,
      };
      const { files, next_page_token } = await api.call(browserContract.list, { query, signal });
      return { nodes: files.map(nodeOf), next: next_page_token };
    },
    async measure(folderId) {
      const { file_count, size } = await api.call(browserContract.size, { params: { id: folderId } });
      return { files: Number(file_count), sizeBytes: Number(size) };
    },
    async link(id, signal) {
      const ask = { params: { id }, query: { usage: 'FETCH' }, signal };
      const { web_content_link: url, hash } = await api.call(browserContract.detail, ask);
      return { url, gcid: hash };
    },
    async bytes(url, start, etag, signal) {
      const headers = start > 0 ? { range: `bytes=${start}-`, 'if-range': etag } : undefined;
      try {
        return await fetch(url, { credentials: 'omit', cache: 'no-store', signal, ...(headers ? { headers } : {}) });
      } catch (error) {
        signal.throwIfAborted();
        throw unreachable(new URL(url).pathname, error);
      }
    },
  };
}
