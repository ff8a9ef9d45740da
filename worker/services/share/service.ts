/** Service interface of share, for pages and the content endpoint. Types only. */
import type { FileObject } from '#shared/drive/model.ts';
import type { PageOrder } from '#shared/drive/orders.ts';
import type { NodeId, ShareId, TaskId, UserId } from '#shared/ids.ts';
import type { ShareSummary, ShareView } from '#shared/share/contract.ts';
import type { DirectLink } from '#shared/share/direct.contract.ts';
import type { JudgedStatus, LinkAct, RestoreStatus, ShareStatus } from '#shared/share/model.ts';
import type { OwnLinkView } from '#shared/share/own-link.contract.ts';
import type { LinkStatistics, Period } from '#shared/share/statistics.contract.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type {
  ContentSource,
  Crumb,
  ImageSource,
  LinkCounts,
  SavePlan,
  SharedRoots,
} from '#worker/services/drive/service.ts';
import type { DirectQuery } from './direct/direct-links.ts';
import type { FollowData } from './follow/follows.store.ts';
import type { ChangeShareInput } from './link/change.ts';
import type { OwnLinksPage, OwnLinksQuery } from './link/own-links.ts';
import type { LinkSums } from './link/share-book.store.ts';
import type { ReportedShare } from './state/rpc-types.ts';
import type { SharedZip } from './visit/zip.ts';

export interface OpenShareQuery {
  readonly shareId: ShareId;
  readonly passCode: string;
  readonly passCodeToken: string;
  readonly parentId: NodeId;
  readonly limit: number;
  readonly pageToken: string;
  readonly order: PageOrder;
  readonly foldersFirst: boolean;
  /** Of the wire; left out: the small one. */
  readonly thumbnailSize?: string;
  /** The image of a card is no view. */
  readonly isUncounted?: boolean;
}

export type OpenedShare = ShareView & { readonly path: readonly Crumb[]; readonly found: boolean };

/** The name that visitors of a person's links read. */
export interface Sender {
  readonly nickname: string;
  /** False for a masked name. */
  readonly chosen: boolean;
  /** Suggestion for a person who has chosen none; '' for none. */
  readonly suggested: string;
}

export interface RestoreInput {
  readonly shareId: ShareId;
  readonly passCodeToken: string;
  /** Empty means everything. */
  readonly fileIds: readonly NodeId[];
  readonly parentId: NodeId | null;
  /** Some of `fileIds` go into other folders of the same drive. */
  readonly into?: readonly { readonly parentId: NodeId; readonly fileIds: readonly NodeId[] }[];
  /** Names what the files hold now: the same files with other contents are another save, and the same ones are saved once for good. */
  readonly contents?: string;
}

export interface RestoreOutcome {
  readonly share_status: ShareStatus;
  readonly share_status_text: string;
  readonly file_id: string;
  readonly restore_status: RestoreStatus;
  readonly restore_task_id: string;
  readonly params: Record<string, string>;
}

/** A share of another person, and what opens it. */
export interface AskedFollow {
  readonly shareId: ShareId;
  readonly passCodeToken: string;
}

export interface FollowFound {
  readonly files: number;
  readonly bytes: number;
  /** Contents that the caller has already. */
  readonly held: number;
  readonly sinceMs: number;
  /** The share is larger than what is compared. */
  readonly isPartial: boolean;
}

/** The save that a fetch of a followed share began. */
export interface Fetched {
  readonly status: ShareStatus;
  readonly files: number;
  readonly parentId: string;
  readonly restoreStatus: RestoreStatus;
  readonly taskId: string;
}

export interface PlannedSave {
  readonly status: ShareStatus;
  /** null when refused. */
  readonly plan: SavePlan | null;
}

/** Facts of a link that need no call to its owner's drive: enough for a page's status, title and cover. */
export interface ShareCover {
  readonly status: ShareStatus;
  /** '' unless status is OK. */
  readonly title: string;
  readonly ownerNickname: string;
  /** Items at the top besides the one in the title; 0 unless status is OK. */
  readonly moreNum: number;
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
  /** The size of its picture is known, so there is an image. */
  readonly knowsImage: boolean;
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
  /** Signs the link of the small image of a file; '' for none. */
  images(): (id: string) => string;
  /** A file of this page with its links. */
  file(id: NodeId): FileObject | null;
  /** Bytes that were made of this page; made anew for another text, epoch or end of its links. @param part  names all else they depend on */
  cached(part: string, make: () => Uint8Array): Uint8Array;
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

export interface ShareService {
  /**
   * Opens a link for a page, with at most one call to its object, none within a lease of it. Does not try a passcode.
   * The list of a link that is read again comes later, so that a page can send its head.
   */
  visit(query: OpenShareQuery, call: CallContext): Promise<ShareVisit>;
  /**
   * Finds at and below `parentId` of a link the names that hold all words of a text, by pages. Counts no view.
   * @throws too_many_requests
   */
  search(query: OpenShareQuery, text: string, call: CallContext): Promise<ReadList>;
  /**
   * Opens a link or a folder inside it. Files carry content links. `path` leads from the top to `parentId`.
   * `found` is false when `parentId` is no live folder of this link: status OK, no files.
   * @throws captcha_required when a passcode is tried past the limit without a captcha token
   */
  open(query: OpenShareQuery, call: CallContext): Promise<OpenedShare>;
  /** The public facts of a link, and the number of its files; counts no view. */
  cover(shareId: ShareId, call: CallContext): Promise<ShareCover & { readonly fileNum: number }>;
  /** One file of a link with its content link; null where the link has no such file, or is not open. */
  file(
    query: { shareId: ShareId; fileId: NodeId; passCodeToken: string },
    call: CallContext,
  ): Promise<FileObject | null>;
  /** @throws file_restore_own, file_not_found, file_space_not_enough */
  restore(caller: Caller, input: RestoreInput, call: CallContext): Promise<RestoreOutcome>;
  /** How much a save would be; changes nothing. @throws as `restore` */
  planRestore(caller: Caller, input: RestoreInput, call: CallContext): Promise<PlannedSave>;
  /** Follows a share. @throws file_restore_own, resource_exhausted */
  follow(
    caller: Caller,
    asked: AskedFollow,
    call: CallContext,
  ): Promise<{ status: ShareStatus; follow: FollowData | null }>;
  /** Shares that the person follows, newest first. */
  following(caller: Caller): Promise<readonly FollowData[]>;
  /** Finds new files in one of them. @throws not_found, too_many_requests */
  followLook(
    caller: Caller,
    asked: AskedFollow,
    call: CallContext,
  ): Promise<{ status: ShareStatus; added: FollowFound | null }>;
  /** Saves what is new. @param input.parentId  left out: where the first fetch went @throws as `restore`, not_found, too_many_requests */
  followFetch(
    caller: Caller,
    input: AskedFollow & { readonly parentId?: NodeId | null },
    call: CallContext,
  ): Promise<Fetched>;
  unfollow(caller: Caller, shareIds: readonly string[]): Promise<void>;
  /** Moves the copies of a save of the last 24 hours to the trash. @throws file_not_found, failed_precondition */
  undoRestore(caller: Caller, taskId: TaskId): Promise<number>;
  list(
    caller: Caller,
    query: { limit: number; pageToken: string; ids: readonly string[] },
    call: CallContext,
  ): Promise<{ data: ShareSummary[]; next_page_token: string }>;
  /** The page of one's own links. @throws unauthenticated, invalid_argument */
  ownLinks(caller: Caller, query: OwnLinksQuery, call: CallContext): Promise<OwnLinksPage>;
  /** @throws unauthenticated, not_found */
  ownLink(caller: Caller, shareId: ShareId, call: CallContext): Promise<OwnLinkView>;
  /** The title of one's own link, also of a direct one. @throws unauthenticated, not_found */
  titleOf(caller: Caller, shareId: ShareId): Promise<string>;
  /** Views and other counts of one's own link in the last days (UTC). @throws unauthenticated, not_found */
  statistics(caller: Caller, shareId: ShareId, period: Period): Promise<LinkStatistics>;
  /** @throws unauthenticated, not_found, invalid_argument */
  change(caller: Caller, input: ChangeShareInput, call: CallContext): Promise<ShareSummary>;
  /** @throws unauthenticated, not_found */
  changeMany(
    caller: Caller,
    input: { readonly ids: readonly ShareId[]; readonly act: LinkAct; readonly days: number },
    call: CallContext,
  ): Promise<void>;
  /** Direct links of the caller. @throws unauthenticated, invalid_argument */
  directLinks(caller: Caller, query: DirectQuery): Promise<{ data: DirectLink[]; next_page_token: string }>;
  /** @throws as `direct/direct-links.ts` */
  makeDirect(caller: Caller, fileId: NodeId, call: CallContext): Promise<DirectLink>;
  /** @throws unauthenticated, not_found */
  switchDirect(
    caller: Caller,
    input: { readonly shareId: ShareId; readonly enabled: boolean },
    call: CallContext,
  ): Promise<DirectLink>;
  /** A new address. @throws as `direct/direct-links.ts` */
  renewDirect(caller: Caller, shareId: ShareId, call: CallContext): Promise<DirectLink>;
  /** Cancels links. @throws unauthenticated, not_found */
  remove(caller: Caller, ids: readonly ShareId[]): Promise<void>;
  /** @throws unauthenticated */
  sender(caller: Caller, call: CallContext): Promise<Sender>;
  /** The name that visitors read of a person, for pages that are no link of ours. */
  nicknameOf(userId: UserId, call: CallContext): Promise<string>;
  /** Also holds for existing links. @param nickname  '' for the masked one @throws unauthenticated, invalid_argument */
  setSender(caller: Caller, nickname: string, call: CallContext): Promise<Sender>;
  /** A link as an operator sees it who looks at reports; null for one that does not exist. */
  reported(shareId: ShareId): Promise<ReportedShare | null>;
  /**
   * Sets the decision of a case on its link, for visitors at once. @param decision  its number: one that was applied before changes nothing.
   * For operators alone: the caller has checked and logged it.
   */
  /** For operators. */
  linkSums(userId: UserId): Promise<LinkSums>;
  judge(input: { shareId: ShareId; ownerId: UserId; status: JudgedStatus; decision: number }): Promise<void>;
  /** Content of links of kind `share`, for the content endpoint. */
  readonly contentSource: ContentSource;
  /** Counts of the content origin, for the statistics of links. */
  readonly counts: LinkCounts;
  /**
   * A link to one zip file of the link. @param query.fileIds  none: all that it shows
   * @throws file_not_found, zip_empty, zip_too_many_files
   */
  zip(
    query: { shareId: ShareId; passCodeToken: string; fileIds: readonly NodeId[]; timeZone?: string },
    call: CallContext,
  ): Promise<SharedZip>;
  /** The nodes that a link shows, for zip files on the content origin. */
  readonly sharedRoots: SharedRoots;
  /** Content behind links to small images of a share. */
  readonly imageSource: ImageSource;
}
