/**
 * The links one person has made: order, passcodes under seal, and links that are being made or were cancelled.
 * What a link is worth now stands in its ShareObject alone.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import { type IdempotencyKey, StoredObject } from '#worker/platform/stored-object.ts';
import { CANCELLED_ROW_MS, PENDING_LINK_MS } from './keys.ts';
import { SHARE_BOOK_MIGRATIONS } from './link/share-book.migrations.ts';
import * as store from './link/share-book.store.ts';
import type { LinkTerms } from './state/rpc-types.ts';

/** Operation name of idempotency keys. */
export const CREATE_OPERATION = 'share.create';

/** Links of one piece of news. */
const CLOSED_AT_ONCE = 50;

/** A caller as data between objects. */
export interface CallerData {
  readonly userId: string;
  readonly sessionId: string;
  readonly epoch: number;
}

export interface BookLink {
  readonly shareId: string;
  readonly state: store.LinkState;
  readonly rootIds: readonly string[];
  readonly shareTo: string;
  readonly passSeal: string;
  readonly expirationDays: number;
  readonly restoreLimit: number;
  readonly createdMs: number;
}

export interface BookQuery {
  readonly limit: number;
  readonly after: { readonly createdMs: number; readonly shareId: string } | null;
  /** Empty: all of them. */
  readonly shareIds: readonly string[];
}

export class ShareBookObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'ShareBookObject', SHARE_BOOK_MIGRATIONS);
  }

  #guard(caller: CallerData): void {
    const isOver = store.isSessionRevoked(this.sql, caller.sessionId) || caller.epoch < store.minEpoch(this.sql);
    if (isOver || store.isClosed(this.sql)) {
      throw new AppError('unauthenticated', { reason: 'session_ended' });
    }
  }

  /** Hears that sessions ended. @param sessionId null: every token below `minEpoch` */
  endSessions(input: { sessionId: string | null; minEpoch: number; untilMs: number }): Result<null> {
    return this.command((nowMs) => {
      store.dropRevokedFamilies(this.sql, nowMs);
      store.revoke(this.sql, input);
      return null;
    });
  }

  /** Writes down that a link is being made; a repeat of the key finds the link of the first call, whatever became of it. */
  begin(caller: CallerData, link: store.NewLink, repeat: IdempotencyKey | null): Result<BookLink> {
    const admitted = this.command(() => this.#guard(caller));
    if (!admitted.ok) return admitted;
    const begun = this.command((nowMs) => {
      store.insertLink(this.sql, link, nowMs);
      this.wakeAt(nowMs + PENDING_LINK_MS);
      return link.shareId;
    }, repeat);
    if (!begun.ok) return begun;
    return this.command(() => {
      const row = store.linkById(this.sql, begun.value);
      if (!row) throw new AppError('aborted', { reason: 'link_gone' });
      return toBookLink(row);
    });
  }

  /** The link stands from now on. @returns aborted when it was swept meanwhile */
  finish(shareId: string): Result<null> {
    return this.command((nowMs) => {
      const state = store.linkById(this.sql, shareId)?.state;
      if (state === 'pending') store.setLinkState(this.sql, shareId, 'done', nowMs);
      else if (state !== 'done') throw new AppError('aborted', { reason: 'link_swept' });
      return null;
    });
  }

  /** The link could not be made: as if it had never been asked for. Whoever hears `share.closed` takes down the rest. */
  abandon(shareId: string): Result<null> {
    return this.command((nowMs) => {
      const state = store.linkById(this.sql, shareId)?.state;
      if (state === 'done' || state === 'cancelled') return null;
      store.forgetLink(this.sql, CREATE_OPERATION, shareId);
      this.publishEvent('share.closed', { ownerId: this.name, shareIds: [shareId] }, nowMs);
      return null;
    });
  }

  /** Those of the ids that still stand. @returns not_found when one was never this person's */
  standing(caller: CallerData, shareIds: readonly string[]): Result<string[]> {
    return this.command(() => {
      this.#guard(caller);
      return this.#ownStates(shareIds).flatMap(([shareId, state]) => (state === 'done' ? [shareId] : []));
    });
  }

  /** Takes links off the list; their objects have been told before. */
  close(caller: CallerData, shareIds: readonly string[]): Result<null> {
    return this.command((nowMs) => {
      this.#guard(caller);
      const open = this.#ownStates(shareIds).flatMap(([shareId, state]) => (state === 'done' ? [shareId] : []));
      for (const shareId of open) store.setLinkState(this.sql, shareId, 'cancelled', nowMs);
      if (open.length > 0) this.publishEvent('share.closed', { ownerId: this.name, shareIds: open }, nowMs);
      this.wakeAt(nowMs + CANCELLED_ROW_MS);
      return null;
    });
  }

  /**
   * The account is gone: nobody gets in any more and no link is left. Repeating it changes nothing.
   * @returns unavailable while a link has not heard of it
   */
  async erase(): Promise<Result<null>> {
    if (!this.exists()) return succeed(null);
    const told = this.command((nowMs) => {
      store.markClosed(this.sql, nowMs);
      const shareIds = store.takeAllLinks(this.sql);
      for (let first = 0; first < shareIds.length; first += CLOSED_AT_ONCE) {
        const some = shareIds.slice(first, first + CLOSED_AT_ONCE);
        this.publishEvent('share.closed', { ownerId: this.name, shareIds: some, erase: true }, nowMs);
      }
      return null;
    });
    if (!told.ok) return told;
    await this.drain();
    return store.hasUntoldClosings(this.sql) ? fail('unavailable', { reason: 'links_pending' }) : told;
  }

  /** Notes a change of a link; the event brings it to the link's own object. @returns not_found for a link that is not on the list */
  change(caller: CallerData, change: store.LinkChange, applied: LinkTerms): Result<{ link: BookLink; seq: number }> {
    return this.command((nowMs) => {
      this.#guard(caller);
      const { shareId } = change;
      if (store.linkById(this.sql, shareId)?.state !== 'done')
        throw new AppError('not_found', { reason: 'share_not_found', field: 'share_id' });
      const seq = store.changeLink(this.sql, change);
      this.publishEvent('share.changed', { ownerId: this.name, shareId, seq, ...applied }, nowMs);
      const row = store.linkById(this.sql, shareId);
      if (!row) throw new AppError('internal');
      return { link: toBookLink(row), seq };
    });
  }

  /** The name that this person's links show; '' when none was chosen. Asking creates nothing. */
  sender(): string {
    return this.exists() ? store.senderName(this.sql) : '';
  }

  /** `sender` for the person. */
  ownSender(caller: CallerData): Result<string> {
    return this.command(() => {
      this.#guard(caller);
      return store.senderName(this.sql);
    });
  }

  setSender(caller: CallerData, nickname: string): Result<null> {
    return this.command(() => {
      this.#guard(caller);
      store.setSenderName(this.sql, nickname);
      return null;
    });
  }

  list(caller: CallerData, query: BookQuery): Result<BookLink[]> {
    return this.command(() => {
      this.#guard(caller);
      const rows =
        query.shareIds.length > 0
          ? store.finishedLinksById(this.sql, query.shareIds)
          : store.finishedLinks(this.sql, query.after, query.limit);
      return rows.map(toBookLink);
    });
  }

  /** Sweeps links whose maker never came back. */
  protected override onAlarm(nowMs: number): Promise<number | null> {
    for (const { share_id } of store.linksLeftSince(this.sql, 'pending', nowMs - PENDING_LINK_MS))
      this.abandon(share_id);
    store.dropCancelledLinks(this.sql, nowMs - CANCELLED_ROW_MS);
    store.dropRevokedFamilies(this.sql, nowMs);
    const pending = store.oldestChange(this.sql, 'pending');
    const cancelled = store.oldestChange(this.sql, 'cancelled');
    const due = [
      pending === null ? null : pending + PENDING_LINK_MS,
      cancelled === null ? null : cancelled + CANCELLED_ROW_MS,
    ].filter((at) => at !== null);
    return Promise.resolve(due.length > 0 ? Math.min(...due) : null);
  }

  #ownStates(shareIds: readonly string[]): [string, string][] {
    return shareIds.map((shareId) => {
      const state = store.linkById(this.sql, shareId)?.state;
      if (state !== 'done' && state !== 'cancelled')
        throw new AppError('not_found', { reason: 'share_not_found', field: 'ids' });
      return [shareId, state];
    });
  }
}

function toBookLink(row: store.LinkRow): BookLink {
  return {
    shareId: row.share_id,
    state: row.state as store.LinkState,
    rootIds: JSON.parse(row.root_ids) as string[],
    shareTo: row.share_to,
    passSeal: row.pass_seal,
    expirationDays: row.expiration_days,
    restoreLimit: row.restore_limit,
    createdMs: row.created_ms,
  };
}
