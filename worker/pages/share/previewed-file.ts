/** The file that the address of a share names (shared/navigation/preview.ts). */
import type { Context } from 'hono';
import type { SharedFile } from '#client/share/share-preview.view.tsx';
import { rowOf } from '#shared/drive/rows.ts';
import { asNodeId, type ShareId } from '#shared/ids.ts';
import { previewIdOf } from '#shared/navigation/preview.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { SharedList } from '#worker/services/share/index.ts';
import type { PageDeps } from '../services.ts';
import { addressOfFile } from './share-address.ts';

/** @param list  this page: another file of the link costs one call */
export async function previewedFile(
  c: Context<AppEnv>,
  deps: PageDeps,
  query: { readonly shareId: ShareId; readonly passCodeToken: string },
  list: SharedList,
): Promise<SharedFile | null> {
  const id = previewIdOf(new URL(c.req.url).search);
  if (id === '') return null;
  const file = list.file(asNodeId(id)) ?? (await deps.share.file({ ...query, fileId: asNodeId(id) }, c.get('call')));
  if (!file?.web_content_link) return null;
  const { name, mime, sizeBytes } = rowOf(file);
  const downloadHref = file.web_content_link;
  return { id, name, mime, sizeBytes, downloadHref, closeHref: addressOfFile(c, '') };
}
