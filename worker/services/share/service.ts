/** Service interface of share, for pages and the content endpoint. Types only. */
import type { FileObject } from '#shared/drive/model.ts';
import type { NodeId, ShareId, TaskId, UserId } from '#shared/ids.ts';
import type { Sender, ShareSummary } from '#shared/share/contract.ts';
import type { DirectLink } from '#shared/share/direct.contract.ts';
import type { DecidedStatus, LinkAct, ShareStatus } from '#shared/share/model.ts';
import type { OwnLinkView } from '#shared/share/own-link.contract.ts';
import type { LinkStatistics, Period } from '#shared/share/statistics.contract.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { PublicPerson } from '#worker/services/auth/index.ts';
import type { ContentSource, ImageSource, LinkCounts, SharedRoots } from '#worker/services/drive/service.ts';
import type { DirectQuery } from './direct/direct-links.ts';
import type { AskedFollow, Fetched, FollowFound } from './follow/follow.ts';
import type { OwnLinksPage, OwnLinksQuery } from './link/own-links.ts';
import type { FollowData } from './registry/follows.store.ts';
import type { LinkSums } from './registry/share-book.store.ts';
import type { PlannedSave } from './save/plan.ts';
import type { RestoreInput, RestoreOutcome } from './save/restore.ts';
import type { ReportedShare } from './state/rpc-types.ts';
import type { ReadList, ShareCover, ShareVisit } from './visit/listing.ts';
import type { OpenedShare } from './visit/open.ts';
import type { OpenShareQuery } from './visit/visit.ts';
import type { SharedZip } from './visit/zip.ts';

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
  /** Things in `parentId` of a link that have a name by our rule, as `open` shows them. Counts no view, tries no passcode. */
  named(query: OpenShareQuery, name: string, call: CallContext): Promise<OpenedShare>;
  /** The public facts of a link; counts no view. */
  cover(shareId: ShareId, call: CallContext): Promise<ShareCover>;
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
  /** @throws unauthenticated, not_found */
  changeMany(
    caller: Caller,
    input: { readonly ids: readonly ShareId[]; readonly act: LinkAct; readonly days: number },
    call: CallContext,
  ): Promise<void>;
  /** Direct links of the caller. @throws unauthenticated, invalid_argument */
  directLinks(caller: Caller, query: DirectQuery): Promise<{ data: DirectLink[]; next_page_token: string }>;
  /** @throws as `direct/direct-links.ts` */
  makeDirect(
    caller: Caller,
    asked: { readonly fileId: NodeId; readonly hours: number },
    call: CallContext,
  ): Promise<DirectLink>;
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
  /** Name and picture that visitors see of a person, for pages that are no link of ours. */
  personOf(userId: UserId, call: CallContext): Promise<PublicPerson>;
  /** Also holds for existing links. @param nickname  '' to stay masked @throws unauthenticated, invalid_argument */
  setSender(caller: Caller, nickname: string, call: CallContext): Promise<Sender>;
  /** For operators: the chosen name; '' for a masked one. */
  publicName(userId: UserId): Promise<string>;
  /** Takes the public name of a person away. For operators alone: the caller has checked and logged it. */
  resetSender(userId: UserId, accountName: string): Promise<void>;
  /** A link as an operator sees it who looks at reports; null for one that does not exist. */
  reported(shareId: ShareId): Promise<ReportedShare | null>;
  /**
   * Sets the decision of a case on its link, for visitors at once. @param decision  its number: one that was applied before changes nothing.
   * For operators alone: the caller has checked and logged it.
   */
  /** For operators. */
  linkSums(userId: UserId): Promise<LinkSums>;
  setLinkDecision(input: { shareId: ShareId; ownerId: UserId; status: DecidedStatus; decision: number }): Promise<void>;
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
