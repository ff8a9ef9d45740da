/**
 * A visit as a page shows it: the cover at once, the list when it is read. Rows stay packed and links are signed one by one, because
 * most pages are made from parts that are cached (page-memory.ts).
 */
import type { FileObject } from '#shared/drive/model.ts';
import { unwrap } from '#shared/errors.ts';
import { asUserId, isWireId, type NodeId, type ShareId } from '#shared/ids.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { Crumb, ImageSize } from '#worker/services/drive/service.ts';
import { type ShareParts, shareOf } from '../deps.ts';
import type { ShareCoverData, VisitAnswer } from '../state/rpc-types.ts';
import { fileLinksFor, fileOf, linkEndMs } from './loading.ts';
import { type PackedPage, type PackedRow, pictureSizeOf } from './packed-page.ts';
import { isCovered } from './view.ts';
import { loadVisit, type OpenShareQuery, type Visit, visitShare } from './visit.ts';

/** Facts of a link that need no call to its owner's drive: enough for a page's status, title and cover. */
export interface ShareCover {
  readonly status: ShareStatus;
  /** '' unless status is OK. */
  readonly title: string;
  readonly ownerNickname: string;
  /** Address of the owner's picture; '' for none, and unless status is OK. */
  readonly ownerPicture: string;
  /** Items at the top besides the one in the title; 0 unless status is OK. */
  readonly moreNum: number;
  /** Files of the whole link; 0 unless status is OK, and while they are not counted. */
  readonly fileNum: number;
  readonly expiresAtMs: number | null;
  /** Message of the owner; '' unless status is OK. */
  readonly note: string;
  /** Nothing is downloaded or saved. */
  readonly viewOnly: boolean;
  /** The caller made this link. */
  readonly isOwn: boolean;
}

/** One row of a list, without links. */
export interface SharedRow {
  readonly id: string;
  readonly name: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly mime: string;
  /** As `file_category` of the wire. */
  readonly category: string;
  readonly hasContent: boolean;
  readonly hasImage: boolean;
  /** Pixels of its picture; null while they are not known, and with them whether there is an image. */
  readonly pictureSize: { readonly width: number; readonly height: number } | null;
  /** Of what a search found: its folders below the one that is shown; '' directly in it. */
  readonly place: string;
}

/** One page of an open link. It is read when it is asked for something: a cached part needs nothing of it. */
export interface SharedList {
  /** Files of the whole link. */
  readonly fileNum: number;
  rows(): readonly SharedRow[];
  /** From the top to the folder shown; empty when there is no such folder. */
  path(): readonly Crumb[];
  nextPageToken(): string;
  /** Files and folders of all pages of the list; null for a page that is the whole list, and where there are too many to count. */
  counts(): { readonly files: number; readonly folders: number } | null;
  /** The beginning of the one text that is the whole link; '' for any other link, one that is view only, and one without previews. */
  textStart(): string;
  /** Signs the link of the small image of a file; '' for none. */
  images(): (id: string, size?: ImageSize) => string;
  /** A file of this page with its links. */
  file(id: NodeId): FileObject | null;
  /** Bytes that were made of this page; made anew for another text, epoch or end of its links. @param part  names all else they depend on */
  cached(part: string, make: () => Uint8Array): Uint8Array;
  /** The compressed document around a part; undefined at the first visit. @param name  all else that it depends on */
  document(part: string, name: string, make: () => Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> | undefined;
}

/** The list of a visit, and the cover as it was when the list was read; null when the link was closed concurrently. */
export interface ReadList {
  readonly cover: ShareCover;
  readonly list: SharedList | null;
}

export interface ShareVisit {
  readonly cover: ShareCover;
  /** null unless the link is open; a promise while the list is read from its owner's drive. */
  readonly list: ReadList | Promise<ReadList> | null;
}

export async function coverOf(
  parts: ShareParts,
  { status, cover }: Visit['answer'],
  call: CallContext,
): Promise<ShareCover> {
  const visible = isCovered(status) ? cover : null;
  const owner = visible && (await parts.people.person(asUserId(visible.ownerId), call.nowMs));
  return {
    status,
    title: status === 'OK' ? (cover?.title ?? '') : '',
    moreNum: status === 'OK' ? (cover?.moreNum ?? 0) : 0,
    fileNum: status === 'OK' ? (cover?.fileNum ?? 0) : 0,
    ownerNickname: owner?.nickname ?? '',
    ownerPicture: status === 'OK' ? (owner?.avatar ?? '') : '',
    expiresAtMs: visible?.expiresAtMs ?? null,
    note: status === 'OK' ? (cover?.note ?? '') : '',
    viewOnly: cover?.viewOnly ?? false,
    isOwn: cover !== null && call.caller?.userId === cover.ownerId,
  };
}

function rowOf(row: PackedRow, places: PackedPage['places'], isHidden: boolean): SharedRow {
  const [id, name, isFolder, sizeBytes, modifiedMs, mime, category, linkKey, imageMark] = row;
  const isFile = isFolder === 0;
  return {
    id,
    name,
    isFolder: !isFile,
    sizeBytes,
    modifiedMs,
    mime,
    category,
    hasContent: linkKey !== '',
    hasImage: imageMark !== '' && !isHidden,
    pictureSize: pictureSizeOf(row),
    place: places?.[id] ?? '',
  };
}

/** @param key  of the page in the memory of this isolate */
export async function listOf(
  parts: ShareParts,
  query: OpenShareQuery,
  key: string,
  page: { tag: string; text: string },
  cover: ShareCoverData,
  call: CallContext,
): Promise<SharedList> {
  const expiresAtMs = linkEndMs(parts, cover, call.nowMs);
  const links = await fileLinksFor(parts, query.shareId, cover, expiresAtMs, query.thumbnailSize);
  const signedPage = { ...page, epoch: cover.epoch, expiresAtMs };
  const partName = (part: string): string => `${query.thumbnailSize ?? ''} ${cover.previewsHidden} ${part}`;
  let body: PackedPage | null | undefined;
  const read = (): PackedPage | null => {
    if (body === undefined) body = JSON.parse(page.text) as PackedPage | null;
    return body;
  };
  return {
    fileNum: cover.fileNum,
    rows: () => (read()?.rows ?? []).map((row) => rowOf(row, read()?.places, cover.previewsHidden)),
    path: () => read()?.path ?? [],
    nextPageToken: () => read()?.nextPageToken ?? '',
    counts: () => read()?.counts ?? null,
    images: () => {
      const marks = new Map(read()?.rows.map((row) => [row[0] as string, row[8]]));
      return (id, size) => links.image?.(id, marks.get(id) ?? '', size) ?? '';
    },
    textStart: () => (cover.viewOnly || cover.previewsHidden ? '' : (read()?.textStart ?? '')),
    file(id): FileObject | null {
      const row = read()?.rows.find(([one]) => one === id);
      return row && row[7] !== '' ? fileOf(row, cover.ownerId, links) : null;
    },
    cached: (part, make) => parts.pageMemory.part(key, signedPage, partName(part), make),
    document: (part, name, make) => parts.pageMemory.document(key, signedPage, partName(part), name, make),
  };
}

/** @throws as `open` */
export async function visit(parts: ShareParts, query: OpenShareQuery, call: CallContext): Promise<ShareVisit> {
  const first = await visitShare(parts, query, call);
  const cover = await coverOf(parts, first.answer, call);
  const facts = first.answer.cover;
  if (cover.status !== 'OK' || !facts) return { cover, list: null };
  if (first.page)
    return { cover, list: { cover, list: await listOf(parts, query, first.key, first.page, facts, call) } };
  const load = async (): Promise<ReadList> => {
    const loaded = await loadVisit(parts, query, first, facts);
    const { page, answer } = loaded;
    const now = await coverOf(parts, answer, call);
    if (now.status !== 'OK' || !answer.cover || !page) return { cover: now, list: null };
    return { cover: now, list: await listOf(parts, query, loaded.key, page, answer.cover, call) };
  };
  return { cover, list: load() };
}

/** A link as a visitor without passcode sees it. One call to its object; no view is counted. */
export async function publicCover(parts: ShareParts, shareId: ShareId, call: CallContext): Promise<ShareCover> {
  if (!isWireId(shareId)) {
    const unknown = { status: 'NOT_FOUND', cover: null, salt: '', nowMs: call.nowMs } as const;
    return coverOf(parts, unknown, call);
  }
  const answer: VisitAnswer = unwrap(
    await shareOf(parts, shareId).visit({ passVersion: null, page: null, knownTag: '' }),
  );
  return coverOf(parts, answer, call);
}
