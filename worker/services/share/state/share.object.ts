/**
 * One share link: its state, passcode and guesses, saves and claims, and a memory cache of its owner's drive.
 * Callers pass loaders that read the drive; the object never calls it. Reading an unknown link creates no storage.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import type { DecidedStatus } from '#shared/share/model.ts';
import type { PersonBlock } from '#worker/platform/session-guard.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { CLAIM_LIFETIME_MS } from '../keys.ts';
import { type ClaimEnd, type ClaimInput, claimRestore, releaseRestore } from './claims.ts';
import * as daysStore from './days.store.ts';
import { type CountedDay, type LinkDays, setDays } from './days.ts';
import { guess } from './guessing.ts';
import { makeLinkCore } from './link-core.ts';
import { type PicturesLoader, readPictures } from './pictures.ts';
import { type Loader, loadFile, loadPage, lookAtFile, lookAtLink } from './reading.ts';
import { closeEmpty, countIfDue, reopen, setStatus, treeChanged } from './roots.ts';
import type {
  DirectTarget,
  FileAnswer,
  FileInput,
  GuessAnswer,
  GuessInput,
  LinkInput,
  LinkTerms,
  PicturesAnswer,
  PicturesInput,
  RestoreClaim,
  ShareSummaryData,
  TreeChange,
  VisitAnswer,
  VisitInput,
} from './rpc-types.ts';
import { type StoredStatus, statusOf } from './rules.ts';
import { SHARE_MIGRATIONS } from './share.migrations.ts';
import { directTargetOf, reportedOf } from './share-data.ts';
import * as store from './store.ts';

export class ShareObject extends StoredObject {
  readonly #link = makeLinkCore(this.makeCore());

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'ShareObject', SHARE_MIGRATIONS);
  }

  /** Publishes saves whose calls never returned, so that a handler settles them with the recipient's drive. */
  protected override onAlarm(nowMs: number): Promise<number | null> {
    const oldestMs = this.command(() => {
      for (const claim of store.renewAbandonedClaims(this.sql, nowMs - CLAIM_LIFETIME_MS, nowMs)) {
        const { request_key: requestKey, recipient_id: recipientId } = claim;
        this.publishEvent('share.claim-left', { shareId: this.name, requestKey, recipientId, atMs: nowMs }, nowMs);
      }
      return store.oldestOpenClaim(this.sql);
    });
    return Promise.resolve(oldestMs.ok && oldestMs.value !== null ? oldestMs.value + CLAIM_LIFETIME_MS : null);
  }

  /** Files and bytes of the link, counted after it was made. */
  setSize(ownerId: string, size: store.ShareSize): Result<null> {
    return this.exists() ? this.#link.change(() => store.setSize(this.sql, ownerId, size)) : succeed(null);
  }

  /** Creates the link; repeating it changes nothing. A link that was cancelled before it was created stays cancelled. */
  init(share: store.NewShare): Result<null> {
    return this.command((nowMs) => {
      const row = store.shareRow(this.sql);
      if (!row) store.insertShare(this.sql, share, 'OK', false, nowMs);
      else if (row.cancelled || row.owner_id !== share.ownerId)
        throw new AppError('aborted', { reason: 'link_cancelled' });
      return null;
    });
  }

  /** Closes the link for good; one that was never created too, so that a late `init` cannot open it. @param erase  removes its names */
  cancel(ownerId: string, shareId: string, erase = false): Promise<Result<null>> {
    return this.#link.takeAway((nowMs) => {
      const row = store.shareRow(this.sql);
      if (row && row.owner_id !== ownerId) throw new AppError('not_found');
      if (row) {
        if (!row.cancelled) store.setStatus(this.sql, 'DELETED', true);
        if (erase) {
          store.removeNames(this.sql);
          daysStore.eraseDays(this.sql);
        }
        return null;
      }
      store.insertShare(this.sql, { ...store.NOTHING_SHARED, shareId, ownerId }, 'DELETED', true, nowMs);
      return null;
    });
  }

  /**
   * Sets an operator's decision on a link. A cancelled link stays cancelled; `OK` does not open a link whose content is in the
   * trash, and a refusal stays when the content is restored.
   * @param decision  number of the decision of a case: one that was applied before changes nothing; 0 for any other decision
   */
  async setDecision(ownerId: string, status: DecidedStatus, decision = 0): Promise<Result<StoredStatus>> {
    if (!this.exists()) return fail('not_found');
    const known = this.#link.row();
    if (known?.owner_id === ownerId && decision > 0 && decision <= known.decision)
      return succeed(known.status as StoredStatus);
    return this.#link.takeAway(() => {
      const row = store.shareRow(this.sql);
      if (!row || row.owner_id !== ownerId) throw new AppError('not_found');
      store.setDecision(this.sql, decision);
      // Contents may be closed or open now: no caller goes on with what it read before.
      store.raiseVersion(this.sql);
      if (row.cancelled || (row.status === 'DELETED' && status === 'OK')) return row.status as StoredStatus;
      setStatus(this.#link, row, status);
      return status;
    });
  }

  /** Operators blocked the owner, or ended that. A late or repeated call changes nothing; a link that is not made yet is none. */
  async setOwnerBlock(ownerId: string, block: PersonBlock): Promise<Result<null>> {
    const row = this.#link.row();
    if (row?.owner_id !== ownerId || row.owner_seq >= block.seq) return succeed(null);
    return this.#link.takeAway(() => {
      store.setOwnerBlock(this.sql, block);
      return null;
    });
  }

  /** Sets new terms; another passcode ends earlier tokens and content links. A late or repeated call changes nothing. */
  async setTerms(input: { ownerId: string; seq: number; terms: LinkTerms }): Promise<Result<null>> {
    if (!this.exists()) return fail('not_found');
    return this.#link.takeAway(() => {
      const row = store.shareRow(this.sql);
      if (row?.owner_id !== input.ownerId) throw new AppError('not_found');
      if (row.cancelled === 0 && input.seq > row.change_seq) store.setTerms(this.sql, input.seq, input.terms);
      return null;
    });
  }

  /** A node at or below the roots has changed. The caller waits for the leases, of many links at once. */
  treeChanged(): TreeChange {
    return treeChanged(this.#link);
  }

  /** No root is left at this version of the tree: closes the link. */
  async rootsGone(version: number, isBlocked = false): Promise<void> {
    await this.#link.takeAway(() => closeEmpty(this.#link, version, isBlocked));
  }

  /** A root exists again at this version of the tree: opens the link, unless its owner cancelled it. */
  rootsBack(version: number): void {
    this.#link.change(() => reopen(this.#link, version));
  }

  /** Reads the link for a visitor from memory; `page` is null when it must be loaded. */
  visit(input: VisitInput): Result<VisitAnswer> {
    countIfDue(this.#link);
    const answer = lookAtLink(this.#link, input);
    return succeed({ ...answer, leaseMs: answer.page ? this.#link.lease(answer.status) : 0 });
  }

  /** Like `visit`, and loads the page when it is not cached. */
  loadPage(input: VisitInput, load: Loader): Promise<Result<VisitAnswer>> {
    return loadPage(this.#link, input, load);
  }

  /** The file of a direct link that is open. */
  directTarget(): DirectTarget | null {
    return directTargetOf(this.#link.row(), this.clock.nowMs());
  }

  /** One file for a visitor or for a content link, from memory; `file` is null when it must be loaded. */
  file(input: FileInput | LinkInput): Result<FileAnswer> {
    const answer = lookAtFile(this.#link, input);
    const isLeased = input.by === 'link' && answer.file !== null;
    return succeed(isLeased ? { ...answer, leaseMs: this.#link.lease(answer.status) } : answer);
  }

  /** Like `file`, and loads the file when it is not cached. */
  loadFile(input: FileInput | LinkInput, load: Loader): Promise<Result<FileAnswer>> {
    return loadFile(this.#link, input, load);
  }

  /** For links to small images: whether they open, and the pictures that the caller does not have. */
  pictures(input: PicturesInput, load: PicturesLoader): Promise<Result<PicturesAnswer>> {
    return readPictures(this.#link, input, load);
  }

  /** Tries a passcode. Only wrong ones count; past the limit a guess needs a passed human check. */
  guess(input: GuessInput): Result<GuessAnswer> {
    return guess(this.#link, input);
  }

  /**
   * Claims one save of files. One request key counts once while its restore is running or fresh; a later claim with the same key
   * is counted in advance, and `releaseRestore` undoes the count when the drive finds the first restore. Never exceeds the limit.
   */
  claimRestore(input: ClaimInput): Result<RestoreClaim> {
    const row = this.#link.row();
    if (!row || row.direct === 1) return succeed({ kind: 'refused', status: 'NOT_FOUND' });
    const wakeAt = (atMs: number): void => this.wakeAt(atMs);
    return this.command((nowMs): RestoreClaim => claimRestore(this.sql, row, input, nowMs, wakeAt));
  }

  /** Ends a claim. @param saved  the restore in the recipient's drive; null undoes the claim */
  releaseRestore(input: ClaimEnd): Result<null> {
    return this.command(() => releaseRestore(this.sql, input));
  }

  /**
   * Ends an abandoned claim. A claim that was renewed after `atMs` is left alone.
   * @param atMs  when the alarm published it
   * @param input.saved  the restore of its request in the recipient's drive, or null
   */
  settleClaim(input: {
    requestKey: string;
    atMs: number;
    saved: { taskId: string; parentId: string } | null;
  }): Result<null> {
    return this.command(() => {
      store.settleClaim(this.sql, input.requestKey, input.atMs, input.saved);
      return null;
    });
  }

  /** @param total  all views that were ever counted of this link without their day */
  viewsCounted(total: number): Result<null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => {
      store.setEarlyViews(this.sql, total);
      return null;
    });
  }

  /** All that was ever counted of some days. A link that its owner cancelled counts no more. */
  daysCounted(days: readonly CountedDay[]): Result<null> {
    const row = this.#link.row();
    if (row?.cancelled !== 0) return succeed(null);
    return this.command((nowMs) => {
      const isFirst = setDays(this.sql, days, nowMs) > 0 && row.view_count + row.tallied_views === 0;
      const { owner_id: ownerId, title } = row;
      if (isFirst) this.publishEvent('share.visited', { ownerId, shareId: this.name, title }, nowMs);
      return null;
    });
  }

  /** Counts since a day, for the owner; null for a link that is not this person's. */
  statistics(ownerId: string, sinceDay: string): LinkDays | null {
    const row = this.#link.row();
    if (row?.owner_id !== ownerId || row.cancelled === 1) return null;
    const totals = daysStore.totals(this.sql);
    return {
      days: daysStore.daysSince(this.sql, sinceDay),
      totals: { ...totals, views: totals.views + row.view_count },
    };
  }

  /** The link as evidence; null for one that does not exist. */
  reported() {
    const row = this.#link.row();
    return succeed(row && reportedOf(row, this.clock.nowMs()));
  }

  /** The link in its owner's list; null for a link that is not this person's. */
  summary(ownerId: string): ShareSummaryData | null {
    const row = this.#link.row();
    if (!row || row.owner_id !== ownerId) return null;
    countIfDue(this.#link);
    const nowMs = this.clock.nowMs();
    return {
      nowMs,
      // The owner reads it after the end of a block.
      status: statusOf({ ...store.factsOf(row), ownerBlocked: false }, nowMs),
      cancelled: row.cancelled === 1,
      title: row.title,
      fileNum: row.file_num,
      fileKind: row.file_kind,
      sizeBytes: row.size_bytes,
      expiresAtMs: row.expires_ms,
      restoreCount: row.restore_count,
      viewCount: row.view_count + row.tallied_views,
      seq: row.change_seq,
      storedStatus: row.status,
      isNamed: row.custom_title === '',
      guesses: row.guesses,
      guessesUntilMs: row.guesses_until_ms,
    };
  }
}
