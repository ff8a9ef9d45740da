/**
 * The links one person has made: order, sealed passcodes, and links that are being made or were cancelled.
 * The current status of a link is stored in its ShareObject alone.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { findKey } from '#shared/find/find-key.ts';
import { MAX_FOLLOWS } from '#shared/share/follow.contract.ts';
import { type LinkAct, MAX_MAILED_PER_DAY } from '#shared/share/model.ts';
import { DAY_MS, SECOND_MS } from '#shared/units.ts';
import {
  type CallerData,
  closeAccount,
  type EndedSessions,
  endSessions,
  forgetEndedSessions,
  isPersonBlocked,
  type PersonBlock,
  setPersonBlock,
} from '#worker/platform/session-guard.ts';
import type { IdempotencyKey } from '#worker/platform/storage/answers.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import {
  CANCELLED_LINK_TTL_MS,
  CREATE_OPERATION,
  DIRECT,
  MAX_DIRECT_LINKS,
  OWNER_BLOCKED,
  PENDING_LINK_TTL_MS,
} from '../keys.ts';
import type { LinkTerms } from '../state/rpc-types.ts';
import * as follows from './follows.store.ts';
import * as mailed from './mailed.store.ts';
import * as own from './own-links.store.ts';
import { SHARE_BOOK_MIGRATIONS } from './share-book.migrations.ts';
import * as store from './share-book.store.ts';
import { type LinkStep, type NewEnd, stepOf } from './steps.ts';
import { endOf } from './terms.ts';

/** Links of one event. */
const LINKS_PER_EVENT = 50;

function linkLimit(limit: number, used: number): AppError {
  return new AppError('link_limit', {
    metadata: { limit: String(limit), used: String(used) },
    messageKey: 'errors.link_limit_used',
    messageParams: { limit, used },
  });
}

export class ShareBookObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'ShareBookObject', SHARE_BOOK_MIGRATIONS);
  }

  endSessions(ended: EndedSessions): Result<null> {
    return this.command((nowMs) => {
      forgetEndedSessions(this.sql, nowMs);
      endSessions(this.sql, ended);
      return null;
    });
  }

  /**
   * Operators blocked the person, or ended that. Every link has the same state when it returns. Repeating it changes nothing.
   * @returns unavailable while a link has not got the event
   */
  async setBlock(block: PersonBlock): Promise<Result<null>> {
    const done = this.command((nowMs) => {
      if (!setPersonBlock(this.sql, block)) return null;
      const shareIds = store.allLinkIds(this.sql);
      for (let first = 0; first < shareIds.length; first += LINKS_PER_EVENT) {
        const some = shareIds.slice(first, first + LINKS_PER_EVENT);
        this.publishEvent(OWNER_BLOCKED, { ownerId: this.name, shareIds: some, ...block }, nowMs);
      }
      return null;
    });
    if (!done.ok) return done;
    await this.drain();
    return store.hasWaiting(this.sql, OWNER_BLOCKED) ? fail('unavailable', { reason: 'links_pending' }) : done;
  }

  /** For operators. Reading creates nothing. */
  linkSums(): store.LinkSums {
    return this.exists() ? store.linkSums(this.sql) : { links: 0, directLinks: 0 };
  }

  /** @returns unauthenticated for an ended session */
  checkSession(caller: CallerData): Result<null> {
    return this.ownerCommand(caller, () => null);
  }

  /** Records that a link is being made. A call with the same key gets the link of the first call, whatever its state. */
  begin(caller: CallerData, link: store.NewLink, key: IdempotencyKey | null): Result<store.OwnLink> {
    const begun = this.ownerCommand(
      caller,
      (nowMs) => {
        // Here, so that a repeat after the end of its link gets the link.
        const { days } = endOf(link, nowMs);
        store.insertLink(this.sql, { ...link, expirationDays: days }, nowMs);
        this.wakeAt(nowMs + PENDING_LINK_TTL_MS);
        return link.shareId;
      },
      key,
    );
    if (!begun.ok) return begun;
    return this.command(() => {
      const row = store.linkById(this.sql, begun.value);
      if (!row) throw new AppError('aborted', { reason: 'link_gone' });
      return store.toOwnLink(row);
    });
  }

  /** Records that the direct link of a file is being made. @returns the one that the file has, or the new one */
  beginDirect(caller: CallerData, link: store.NewLink): Result<store.OwnLink> {
    return this.ownerCommand(caller, (nowMs) => {
      const [fileId = ''] = link.rootIds;
      const known = store.directLinkOf(this.sql, fileId);
      if (known) return store.toOwnLink(known);
      const used = store.countDirectLinks(this.sql);
      if (used >= MAX_DIRECT_LINKS) throw linkLimit(MAX_DIRECT_LINKS, used);
      store.insertLink(this.sql, link, nowMs);
      this.wakeAt(nowMs + PENDING_LINK_TTL_MS);
      const row = store.linkById(this.sql, link.shareId);
      if (!row) throw new AppError('internal');
      return store.toOwnLink(row);
    });
  }

  /**
   * Marks the link as made. @returns aborted when the alarm has removed it since `begin`
   * @param isUncounted  what it shows is to be counted; the handler of `share.uncounted` does that
   */
  finish(shareId: string, facts: own.NewLinkFacts, isUncounted = false): Result<null> {
    return this.command((nowMs) => {
      const link = store.linkById(this.sql, shareId);
      const state = link?.state;
      // The link itself may have missed the event of the block.
      if (isPersonBlocked(this.sql)) throw new AppError('unauthenticated', { reason: 'session_ended' });
      if (link && state === 'pending') {
        store.setLinkState(this.sql, shareId, 'done', nowMs);
        own.storeNewFacts(this.sql, shareId, facts, nowMs);
        this.#wakeForEnds(nowMs);
        const rootIds = JSON.parse(link.root_ids) as string[];
        if (isUncounted) this.publishEvent('share.uncounted', { ownerId: this.name, shareId, rootIds }, nowMs);
      } else if (state !== 'done') throw new AppError('aborted', { reason: 'link_swept' });
      return null;
    });
  }

  /** Removes a link that could not be made. The handler of `share.closed` removes the link's own object and its watch. */
  abandon(shareId: string): Result<null> {
    return this.command((nowMs) => {
      const state = store.linkById(this.sql, shareId)?.state;
      if (state === 'done' || state === 'cancelled') return null;
      store.forgetLink(this.sql, CREATE_OPERATION, shareId);
      this.publishEvent('share.closed', { ownerId: this.name, shareIds: [shareId] }, nowMs);
      return null;
    });
  }

  /** Those of the ids that are not cancelled. @returns not_found when one was never this person's */
  openLinks(caller: CallerData, shareIds: readonly string[]): Result<string[]> {
    return this.ownerCommand(caller, () => this.#openOf(shareIds));
  }

  /** Takes links off the list; the caller has closed their objects before. */
  close(caller: CallerData, shareIds: readonly string[]): Result<null> {
    return this.ownerCommand(caller, (nowMs) => {
      const open = this.#openOf(shareIds);
      for (const shareId of open) store.setLinkState(this.sql, shareId, 'cancelled', nowMs);
      if (open.length > 0) this.publishEvent('share.closed', { ownerId: this.name, shareIds: open }, nowMs);
      this.wakeAt(nowMs + CANCELLED_LINK_TTL_MS);
      return null;
    });
  }

  /**
   * The account was closed: no session is accepted and every link is removed. Repeating it changes nothing.
   * @returns unavailable while a link has not been closed
   */
  async erase(): Promise<Result<null>> {
    if (!this.exists()) return succeed(null);
    const removed = this.command((nowMs) => {
      closeAccount(this.sql, nowMs);
      const shareIds = store.removeAllLinks(this.sql);
      for (let first = 0; first < shareIds.length; first += LINKS_PER_EVENT) {
        const some = shareIds.slice(first, first + LINKS_PER_EVENT);
        this.publishEvent('share.closed', { ownerId: this.name, shareIds: some, erase: true }, nowMs);
      }
      return null;
    });
    if (!removed.ok) return removed;
    await this.drain();
    return store.hasWaiting(this.sql, 'share.closed') ? fail('unavailable', { reason: 'links_pending' }) : removed;
  }

  /** Stores a change of a link; the event brings it to the link's object. @returns not_found for a link that is not on the list */
  change(
    caller: CallerData,
    change: store.LinkChange,
    applied: LinkTerms,
  ): Result<{ link: store.OwnLink; seq: number }> {
    return this.ownerCommand(caller, (nowMs) => {
      const { shareId } = change;
      if (store.linkById(this.sql, shareId)?.state !== 'done')
        throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
      const seq = this.#apply(change, applied, nowMs);
      const row = store.linkById(this.sql, shareId);
      if (!row) throw new AppError('internal');
      return { link: store.toOwnLink(row), seq };
    });
  }

  /** Acts on links, in one transaction. @param end  of `extend` @returns the changes, to be applied to the links' own objects */
  changeMany(caller: CallerData, shareIds: readonly string[], act: LinkAct, end: NewEnd): Result<LinkStep[]> {
    return this.ownerCommand(caller, (nowMs) =>
      this.#openOf(shareIds).flatMap((shareId) => {
        const row = store.linkById(this.sql, shareId);
        const step = row && stepOf(row, act, end);
        if (!step) return [];
        return [{ shareId, seq: this.#apply({ shareId, ...step.stored }, step.terms, nowMs), terms: step.terms }];
      }),
    );
  }

  /** Links of one page of their owner's list. */
  own(caller: CallerData, search: own.OwnLinksSearch): Result<own.OwnLinkRow[]> {
    return this.ownerCommand(caller, (nowMs) => {
      // Links that were made before facts were stored: found by no search until their facts are read.
      if (own.unreadLinks(this.sql, 1).length > 0 && !store.hasWaiting(this.sql, 'share.links-unread'))
        this.publishEvent('share.links-unread', { ownerId: this.name }, nowMs);
      if (search.search !== '' && own.isFilling(this.sql)) this.wakeAt(nowMs);
      return own.ownLinks(this.sql, search, nowMs);
    });
  }

  ownById(caller: CallerData, shareIds: readonly string[]): Result<own.OwnLinkRow[]> {
    return this.ownerCommand(caller, (nowMs) => own.ownLinksById(this.sql, shareIds, nowMs));
  }

  /** Links whose facts were never read. */
  unreadLinks(limit: number): string[] {
    return this.exists() ? own.unreadLinks(this.sql, limit) : [];
  }

  /** Stores facts of links, as read from their own objects. @returns the rows, in no order */
  recordFacts(facts: readonly own.LinkFacts[]): Result<own.OwnLinkRow[]> {
    if (!this.exists()) return succeed([]);
    return this.command((nowMs) => {
      for (const one of facts) own.recordFacts(this.sql, one, nowMs);
      this.#wakeForEnds(nowMs);
      return own.ownLinksById(
        this.sql,
        facts.map(({ shareId }) => shareId),
        nowMs,
      );
    });
  }

  #apply(change: store.LinkChange, terms: LinkTerms, nowMs: number): number {
    const { shareId } = change;
    const seq = store.changeLink(this.sql, change, nowMs);
    if (change.title !== undefined) own.storeSearchText(this.sql, shareId);
    this.#wakeForEnds(nowMs);
    this.publishEvent('share.changed', { ownerId: this.name, shareId, seq, ...terms }, nowMs);
    return seq;
  }

  /** The alarm publishes links that end soon. */
  #wakeForEnds(nowMs: number): void {
    const atMs = own.nextEnd(this.sql, nowMs);
    if (atMs !== null) this.wakeAt(atMs);
  }

  /** Publishes a letter with a link, once a mark and day. @returns too_many_requests past the letters of a day */
  mailLink(caller: CallerData, { mark, letter }: { readonly mark: string; readonly letter: MailEvent }): Result<null> {
    return this.ownerCommand(caller, (nowMs) => {
      const sent = mailed.mailedMarks(this.sql, nowMs);
      if (sent.some((one) => one.mark === mark)) return null;
      const [oldest] = sent;
      if (oldest && sent.length >= MAX_MAILED_PER_DAY) {
        const retryInSeconds = Math.ceil((oldest.atMs + DAY_MS - nowMs) / SECOND_MS);
        throw new AppError('too_many_requests', { retryInSeconds, messageKey: 'share.mail.limit' });
      }
      mailed.insertMailed(this.sql, mark, nowMs);
      this.publishEvent(letter.event, letter.payload, nowMs);
      return null;
    });
  }

  /** The name by which strangers know this person. Reading creates nothing. */
  publicName(): store.PublicName {
    return this.exists() ? store.publicName(this.sql) : { nickname: '', isDecided: false };
  }

  /** `publicName` for the person, and the keys of names that operators took away. */
  ownSender(caller: CallerData): Result<store.PublicName & { readonly removedKeys: readonly string[] }> {
    return this.ownerCommand(caller, () => ({
      ...store.publicName(this.sql),
      removedKeys: store.removedNames(this.sql),
    }));
  }

  /** @param nickname  '' to stay masked @returns invalid_argument for a name that operators took away */
  setSender(caller: CallerData, nickname: string): Result<null> {
    return this.ownerCommand(caller, () => {
      if (this.#isRemovedName(nickname))
        throw new AppError('invalid_argument', {
          reason: 'removed',
          field: 'nickname',
          messageKey: 'auth.public_name.removed',
        });
      store.setPublicName(this.sql, nickname);
      return null;
    });
  }

  /** Makes the proposed name the public one of a person who has not decided. A repeat, and one that comes later, changes nothing. */
  settleSender(caller: CallerData, nickname: string): Result<null> {
    return this.ownerCommand(caller, () => {
      const isOpen = !store.publicName(this.sql).isDecided && nickname !== '' && !this.#isRemovedName(nickname);
      if (isOpen) store.setPublicName(this.sql, nickname);
      return null;
    });
  }

  /**
   * An operator takes the public name away: the person is masked, and chooses none of these names again. Repeating it changes nothing.
   * @param accountName  which would be proposed; '' for none
   */
  resetSender(accountName: string): Result<null> {
    return this.command(() => {
      for (const name of [store.publicName(this.sql).nickname, accountName])
        if (name !== '') store.insertRemovedName(this.sql, findKey(name));
      store.setPublicName(this.sql, '');
      return null;
    });
  }

  #isRemovedName(name: string): boolean {
    return name !== '' && store.removedNames(this.sql).includes(findKey(name));
  }

  /** @returns the share as it is followed: a repeat keeps the content that was seen first; resource_exhausted for one too many */
  follow(caller: CallerData, entry: follows.NewFollow): Result<follows.FollowData> {
    return this.ownerCommand(caller, (nowMs) => {
      const { shareId } = entry;
      if (!follows.followById(this.sql, shareId) && follows.listFollows(this.sql).length >= MAX_FOLLOWS)
        throw new AppError('resource_exhausted', { reason: 'follows' });
      follows.insertFollow(this.sql, entry, nowMs);
      return this.#requireFollow(shareId);
    });
  }

  following(caller: CallerData): Result<follows.FollowData[]> {
    return this.ownerCommand(caller, () => follows.listFollows(this.sql));
  }

  /** @returns not_found for a share that is not followed */
  followed(caller: CallerData, shareId: string): Result<{ data: follows.FollowData; seen: Uint8Array }> {
    return this.ownerCommand(caller, () => ({
      data: this.#requireFollow(shareId),
      seen: follows.seenOf(this.sql, shareId),
    }));
  }

  fetched(caller: CallerData, entry: Parameters<typeof follows.setFetched>[1]): Result<null> {
    return this.ownerCommand(caller, (nowMs) => {
      follows.setFetched(this.sql, entry, nowMs);
      return null;
    });
  }

  folderCopies(caller: CallerData, shareId: string, folderIds: readonly string[]): Result<follows.FolderCopy[]> {
    return this.ownerCommand(caller, () => follows.folderCopies(this.sql, shareId, folderIds));
  }

  unfollow(caller: CallerData, shareIds: readonly string[]): Result<null> {
    return this.ownerCommand(caller, () => {
      follows.deleteFollows(this.sql, shareIds);
      return null;
    });
  }

  #requireFollow(shareId: string): follows.FollowData {
    const data = follows.followById(this.sql, shareId);
    if (!data) throw new AppError('not_found', { reason: 'not_followed', field: 'share_id' });
    return data;
  }

  /** A finished link with a page. */
  finished(caller: CallerData, shareId: string): Result<store.OwnLink | null> {
    return this.ownerCommand(caller, () => {
      const row = store.linkById(this.sql, shareId);
      return row?.state === 'done' && row.share_to !== DIRECT ? store.toOwnLink(row) : null;
    });
  }

  /** Removes links whose maker never finished them, and old rows of cancelled ones. */
  protected override onAlarm(nowMs: number): Promise<number | null> {
    for (const { share_id } of store.linksUnchangedSince(this.sql, 'pending', nowMs - PENDING_LINK_TTL_MS))
      this.abandon(share_id);
    store.dropCancelledLinks(this.sql, nowMs - CANCELLED_LINK_TTL_MS);
    forgetEndedSessions(this.sql, nowMs);
    this.#noticeEnds(nowMs);
    const isFilling = own.fillSearchTexts(this.sql);
    const pending = store.oldestChange(this.sql, 'pending');
    const cancelled = store.oldestChange(this.sql, 'cancelled');
    const due = [
      isFilling ? nowMs : null,
      pending === null ? null : pending + PENDING_LINK_TTL_MS,
      cancelled === null ? null : cancelled + CANCELLED_LINK_TTL_MS,
      own.nextEnd(this.sql, nowMs),
    ].filter((at) => at !== null);
    return Promise.resolve(due.length > 0 ? Math.min(...due) : null);
  }

  /** Publishes links that end within a day, each once. */
  #noticeEnds(nowMs: number): void {
    this.command(() => {
      const links = own.takeEnding(this.sql, nowMs);
      if (links.length > 0) this.publishEvent('share.ends-soon', { ownerId: this.name, links }, nowMs);
    });
  }

  #openOf(shareIds: readonly string[]): string[] {
    return shareIds.filter((shareId) => {
      const state = store.linkById(this.sql, shareId)?.state;
      if (state !== 'done' && state !== 'cancelled')
        throw new AppError('not_found', { reason: 'share_not_found', field: 'ids' });
      return state === 'done';
    });
  }
}
