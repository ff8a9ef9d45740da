/** A page of a share, and one file of it, as the owner's drive has them now. */
import type { FileObject } from '#shared/drive/model.ts';
import type { PageOrder } from '#shared/drive/orders.ts';
import { unwrap } from '#shared/errors.ts';
import type { ContentKey, NodeId, UserId } from '#shared/ids.ts';
import type { OpenContent } from '../content/claims.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { imageMarkOf } from '../images/link.ts';
import type { Crumb } from '../tree/batch.store.ts';
import type { FolderCounts } from '../tree/listing.store.ts';
import { pageRows } from '../tree/listing-query.ts';
import { toFileObject } from '../tree/wire.ts';
import type { sharingPart } from './part.ts';

export interface SharedPage {
  /** Without content links; the share module makes those. */
  readonly files: readonly FileObject[];
  /** Content key of every complete file of this page, by node id: what the links are signed over. */
  readonly contentKeys: Readonly<Record<string, ContentKey>>;
  /** By node id, what the links to small images are signed over. */
  readonly imageMarks: Readonly<Record<string, string>>;
  readonly nextPageToken: string;
  /** From the shared root to `parentId`. */
  readonly path: readonly Crumb[];
  /** The roots are there, and operators closed the contents of all of them. */
  readonly isBlocked: boolean;
  /** Of a search: names of the folders that a thing is in, by its id. */
  readonly places?: Readonly<Record<string, string>>;
  /** Of an album. */
  readonly title?: string;
  /** Things of all pages; left out for a page that is the whole list, and where there are too many to count. */
  readonly counts?: FolderCounts;
}

export interface ListSharedQuery {
  readonly rootIds: readonly NodeId[];
  readonly parentId: NodeId;
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  readonly pageToken: string;
  readonly limit: number;
  /** Words of names at and below `parentId`; left out: the folder itself. */
  readonly text?: string;
  /** Only things in the folder that have this name by our rule; left out: all. */
  readonly name?: string;
}

/** Null when `parentId` is not a live folder of the share. @throws AppError invalid_argument for a bad page token */
export async function listShared(deps: DriveDeps, ownerId: UserId, query: ListSharedQuery): Promise<SharedPage | null> {
  const { rootIds, parentId, order, foldersFirst, pageToken, text = '' } = query;
  const rows = pageRows(query.limit, deps.limits.pageRows);
  const found = unwrap(
    await driveOf<typeof sharingPart>(deps, ownerId).listShared({
      rootIds,
      parentId,
      order,
      foldersFirst,
      pageToken,
      rows,
      text,
      ...(query.name === undefined ? {} : { name: query.name }),
    }),
  );
  if (!found) return null;
  return {
    files: found.page.rows.map((row) => toFileObject(row, { userId: ownerId })),
    contentKeys: Object.fromEntries(
      found.page.rows.flatMap((row) => (row.content_key === null ? [] : [[row.id, row.content_key as ContentKey]])),
    ),
    imageMarks: Object.fromEntries(
      found.page.rows.map((row) => [row.id, imageMarkOf(row)]).filter(([, mark]) => mark !== ''),
    ),
    nextPageToken: found.page.nextPageToken,
    path: found.path,
    isBlocked: found.isBlocked,
    ...(found.places ? { places: found.places } : {}),
    ...(found.title === undefined ? {} : { title: found.title }),
    ...(found.counts ? { counts: found.counts } : {}),
  };
}

export interface SharedFile {
  readonly file: FileObject;
  readonly content: OpenContent;
  /** '' for a file without a small image. */
  readonly imageMark: string;
}

/** One live, complete file at or below a live root, with its content; else null. */
export async function sharedFile(
  deps: DriveDeps,
  ownerId: UserId,
  rootIds: readonly NodeId[],
  fileId: NodeId,
): Promise<SharedFile | null> {
  const found = unwrap(await driveOf<typeof sharingPart>(deps, ownerId).sharedFile(rootIds, fileId));
  if (!found) return null;
  const { row, content } = found;
  const file = toFileObject(row, { userId: ownerId });
  return { file, content, imageMark: imageMarkOf(row) };
}
