/** The content of a share's page below its shell: the list, the passcode form or the reason why it is closed. */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import type { RefusedStatus } from '#client/share/refused.view.tsx';
import type { SaveState } from '#client/share/save-to-drive.view.tsx';
import { ShareView } from '#client/share/share.view.tsx';
import type { ShareContentProps } from '#client/share/share-content.view.tsx';
import type { SharedFile } from '#client/share/share-preview.view.tsx';
import type { ShareRow } from '#client/share/share-row.view.tsx';
import type { SharedDisplayMode } from '#shared/drive/display.ts';
import { mimeOf } from '#shared/drive/file-kind.ts';
import { iconKindOf, isPictured } from '#shared/drive/rows.ts';
import type { ShareId } from '#shared/ids.ts';
import { isolated } from '#shared/locale/isolated.ts';
import { matchRoute } from '#shared/route-table.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { ShareCover, SharedList, SharedRow } from '#worker/services/share/index.ts';
import { type CachedSlot, homeHref, type RenderView, translatorOf } from '../render/render.tsx';
import {
  addressOfContent,
  addressOfFile,
  addressOfFolder,
  addressOfPage,
  addressShownAs,
  isKnownQuery,
  listingParameters,
  pageTokenOf,
} from './share-address.ts';
import { shareContentHtml } from './share-rows.tsx';
import { itemCounts, shareTitle, titleForm, totalBytesOf } from './share-title.ts';

/** States of the forms of the page, and the file that its address names. */
export interface FormStates {
  readonly save: SaveState;
  readonly downloadError?: string;
  readonly previewed?: SharedFile | null;
  /** Words that the list was searched for. */
  readonly searched?: string;
  /** This browser has entered the passcode. */
  readonly canForget?: boolean;
  /** The visitor is signed in. */
  readonly canFollow?: boolean;
  /** This browser hides the images of shares. */
  readonly isCovered?: boolean;
  /** The address names a folder that the share does not have. */
  readonly isGone?: boolean;
}

/** Stands for the id of a row in an address, so that a page makes its address once. */
const ANY_ID = 'AnyRowOfTheList';

/** A passcode form, or the reason why the share is closed. @param manageHref  for the owner alone: the terms of the link */
export function closedView(
  c: Context<AppEnv>,
  { status, ownerNickname }: ShareCover,
  manageHref: string | undefined,
): ReactNode {
  if (status === 'PASS_CODE_EMPTY' || status === 'PASS_CODE_ERROR')
    return (
      <ShareView
        status={status}
        ownerName={ownerNickname}
        {...(manageHref === undefined ? { reportHref: reportHref(shareIdOf(c)) } : { manageHref })}
      />
    );
  return (
    <ShareView
      status={status as RefusedStatus}
      homeHref={homeHref(c)}
      {...(manageHref === undefined ? {} : { manageHref })}
    />
  );
}

/** The page that reports a link. @param fileId  the file that is shown over the list; left out for all of the link */
export function reportHref(shareId: string, fileId = ''): string {
  const page = href('share.report', { shareId });
  return fileId === '' ? page : `${page}?${new URLSearchParams({ file: fileId })}`;
}

const shareIdOf = (c: Context<AppEnv>): string => matchRoute(c.get('path'))?.params['shareId'] ?? '';

/** Rows of the view. */
function rowsOf(
  c: Context<AppEnv>,
  list: SharedList,
  folderHref: (ids: readonly string[]) => string,
  {
    viewOnly,
    isCovered,
    isTiles,
  }: { readonly viewOnly: boolean; readonly isCovered: boolean; readonly isTiles: boolean },
): ShareRow[] {
  const trail = list.path().map(({ id }) => id as string);
  const [beforeFolder = '', afterFolder = ''] = folderHref([...trail, ANY_ID]).split(ANY_ID);
  const [beforeFile = '', afterFile = ''] = addressOfFile(c, ANY_ID).split(ANY_ID);
  const [beforeContent = '', afterContent = ''] = addressOfContent(c, ANY_ID).split(ANY_ID);
  const imageOf = list.images();
  return list.rows().map((row: SharedRow): ShareRow => {
    const { id, name, isFolder: folder, sizeBytes, modifiedMs, mime, category } = row;
    const hasPicture = isTiles || isPictured({ folder, mime, category });
    const image = !isCovered && hasPicture && row.hasContent ? imageOf(id) : '';
    return {
      id,
      name: isolated(name),
      kind: iconKindOf({ folder, mime, category }),
      sizeBytes,
      modifiedMs,
      ...(folder ? { href: beforeFolder + id + afterFolder } : {}),
      ...(folder || viewOnly ? {} : { previewHref: beforeFile + id + afterFile }),
      // Most names say it; the page is shorter without.
      ...(folder || mime === mimeOf(name) ? {} : { mime }),
      ...(row.hasContent && !viewOnly ? { downloadHref: beforeContent + id + afterContent } : {}),
      ...(image === '' ? {} : { imageHref: image, hasImage: row.pictureSize !== null }),
      ...(row.place === '' ? {} : { place: isolated(row.place) }),
    };
  });
}

/** The stage of a link to one file; undefined for any other link. */
export function stageOf(list: SharedList, isCovered: boolean): ShareContentProps['stage'] {
  const [only, second] = list.rows();
  if (!only || second || only.isFolder || list.nextPageToken() !== '') return undefined;
  const hasImage = !isCovered && only.hasContent && only.hasImage;
  return {
    imageHref: hasImage ? list.images()(only.id, 'l') : '',
    imageSize: only.pictureSize,
    textStart: isCovered ? '' : list.textStart(),
    mime: only.mime,
  };
}

function pathOf(shareId: ShareId, ids: readonly string[]): string {
  return ids.length === 0
    ? href('share.open', { shareId })
    : href('share.folder', { shareId, parentIds: ids.join('/') });
}

/** Props of the view of an open share. */
function contentProps(
  c: Context<AppEnv>,
  shareId: ShareId,
  cover: ShareCover,
  list: SharedList,
  shown: SharedDisplayMode,
  state: FormStates,
): ShareContentProps {
  const folderHref = (ids: readonly string[]) => addressOfFolder(c, pathOf(shareId, ids));
  const path = list.path();
  const trail = path.map(({ id }) => id as string);
  // The only folder of a link opens at the address of the link.
  const isTop = trail.length === 0 || matchRoute(c.get('path'))?.params['parentIds'] === undefined;
  const { searched = '', isCovered = false, isGone = false, ...states } = state;
  const rows = rowsOf(c, list, folderHref, {
    viewOnly: cover.viewOnly,
    isCovered,
    isTiles: shown.viewType === 'grid',
  });
  const hasImages = list.rows().some(({ hasContent, hasImage }) => hasContent && hasImage);
  const stage = searched === '' && trail.length === 0 ? stageOf(list, isCovered) : undefined;
  const title = shareTitle(cover, translatorOf(c.get('locale')));
  const nextPageToken = list.nextPageToken();
  return {
    title,
    titleForm: titleForm(cover),
    sender: { name: cover.ownerNickname, picture: cover.ownerPicture },
    stage,
    counts: searched ? null : itemCounts(list, { isTop: trail.length === 0, isFirst: pageTokenOf(c) === '' }),
    totalBytes: searched ? undefined : totalBytesOf(list, pageTokenOf(c) === ''),
    expiresAtMs: cover.expiresAtMs,
    isInFolder: trail.length > 0,
    crumbs: isTop
      ? []
      : [
          { name: title, href: folderHref([]) },
          ...path.map(({ name }, index) => ({ name: isolated(name), href: folderHref(trail.slice(0, index + 1)) })),
        ],
    rows,
    // A page token is valid for one order, so the address has it.
    nextHref: nextPageToken ? addressOfPage(c, pathOf(shareId, trail), nextPageToken, shown.orderType) : null,
    tools: {
      order: shown.orderType,
      view: shown.viewType,
      foldersFirst: shown.pinFoldersTop,
      hrefWith: (name, value) => addressShownAs(c, name, value),
      search: stage
        ? undefined
        : {
            text: searched,
            action: c.get('path'),
            retained: [...listingParameters(c)],
            clearHref: addressOfFolder(c, c.get('path')),
          },
    },
    ...(cover.isOwn ? {} : { reportHref: reportHref(shareId, state.previewed?.id) }),
    note: isolated(cover.note),
    viewOnly: cover.viewOnly,
    ...(isGone ? { topHref: folderHref([]) } : {}),
    images: hasImages ? (isCovered ? 'covered' : 'shown') : undefined,
    ...states,
  };
}

const encoder = new TextEncoder();

/**
 * HTML of an open share: cached with its page, unless it says something of this visitor. The document around it is cached as well
 * where it is what any visitor of the link gets and holds nothing that this one chose (decision 0470).
 */
export function openHtml(
  c: Context<AppEnv>,
  shareId: ShareId,
  cover: ShareCover,
  list: SharedList,
  shown: SharedDisplayMode,
  state: FormStates,
  render: RenderView,
): Uint8Array | CachedSlot {
  const make = (): Uint8Array =>
    encoder.encode(
      shareContentHtml(contentProps(c, shareId, cover, list, shown, state), translatorOf(c.get('locale')), render),
    );
  const isForAll = state.save.kind === 'ready' && !state.downloadError && !state.previewed && !state.searched;
  if (!isForAll || !isKnownQuery(c)) return make();
  const { title, moreNum, fileNum, ownerNickname, ownerPicture, expiresAtMs, note, viewOnly } = cover;
  const facts = [
    title,
    moreNum,
    fileNum,
    ownerNickname,
    ownerPicture,
    expiresAtMs,
    shown,
    state.canForget,
    state.canFollow,
    state.isCovered,
    note,
    viewOnly,
  ];
  const part = `${c.get('locale')} ${c.get('path')} ${c.get('search')} ${JSON.stringify(facts)}`;
  const isForAnyone = !state.canForget && c.get('call').caller === null && c.get('search') === '';
  if (!isForAnyone) return list.cached(part, make);
  return {
    bytes: () => list.cached(part, make),
    document: (name, compress) => list.document(part, name, compress),
  };
}
