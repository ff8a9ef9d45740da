/**
 * One share link: its state, passcode and guesses, saves and claims, and a memory cache of its owner's drive.
 * Callers pass loaders that read the drive; the object never calls it. Reading an unknown link creates no storage.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import type { JudgedStatus, ShareStatus } from '#shared/share/model.ts';
import { sleep } from '#worker/platform/clock.ts';
import { equalBytes, fromHex } from '#worker/platform/crypto.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { CLAIM_LIFETIME_MS } from './keys.ts';
import { type ClaimEnd, type ClaimInput, claimRestore, releaseRestore } from './state/claims.ts';
import { type Leases, makeLeases } from './state/leases.ts';
import type {
  FileAnswer,
  FileInput,
  GuessAnswer,
  GuessInput,
  LinkInput,
  LinkTerms,
  PageAnswer,
  PageQuery,
  PageTop,
  RestoreClaim,
  ShareRoots,
  ShareSummaryData,
  TreeChange,
  VisitAnswer,
  VisitInput,
} from './state/rpc-types.ts';
import { type StoredStatus, statusFor, statusOf } from './state/rules.ts';
import { SHARE_MIGRATIONS } from './state/share.migrations.ts';
import { coverOf, itemNumOf, pageKey, pageTag, rootsOf, stateOf } from './state/share-data.ts';
import * as store from './state/store.ts';
import { type LoadCache, makeLoadCache, NOT_FOUND } from './visit/cache.ts';
import { countPaidWrong, payGuess } from './visit/guess.store.ts';

/** 200 pages and 16 MiB: a share that many people browse, in an object of 128 MB. */
const PAGE_CACHE = { entries: 200, bytes: 16 * 1024 * 1024, concurrentLoads: 6 } as const;
const FILE_CACHE = { entries: 500, bytes: 4 * 1024 * 1024, concurrentLoads: 6 } as const;
/** Attempts to load a page of a tree that keeps changing, before the call answers `unavailable`. */
const MAX_ROUNDS = 5;

/** Reads the owner's drive for the object; returns JSON text, `null` for a node that does not exist. */
type Loader = (roots: ShareRoots) => Promise<Result<string>>;

export class ShareObject extends StoredObject {
  readonly #pages: LoadCache = makeLoadCache(PAGE_CACHE);
  readonly #files: LoadCache = makeLoadCache(FILE_CACHE);
  readonly #leases: Leases;

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'ShareObject', SHARE_MIGRATIONS);
    this.#leases = makeLeases(this.#row()?.leases_until_ms ?? 0, this.clock.nowMs());
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

  #row(): store.ShareRow | null {
    return this.exists() ? store.shareRow(this.sql) : null;
  }

  /** Files and bytes of the link, counted after it was made. */
  setSize(ownerId: string, size: store.ShareSize): Result<null> {
    return this.exists() ? this.#change(() => store.setSize(this.sql, ownerId, size)) : succeed(null);
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
    return this.#takeAway((nowMs) => {
      const row = store.shareRow(this.sql);
      if (row && row.owner_id !== ownerId) throw new AppError('not_found');
      if (row) {
        if (!row.cancelled) store.setStatus(this.sql, 'DELETED', true);
        if (erase) store.removeNames(this.sql);
        return null;
      }
      store.insertShare(this.sql, { ...store.NOTHING_SHARED, shareId, ownerId }, 'DELETED', true, nowMs);
      return null;
    });
  }

  /**
   * Sets an operator's decision on a link. A cancelled link stays cancelled; `OK` does not open a link whose content is in the
   * trash, and a refusal stays when the content is restored.
   */
  async judge(ownerId: string, status: JudgedStatus): Promise<Result<StoredStatus>> {
    if (!this.exists()) return fail('not_found');
    return this.#takeAway(() => {
      const row = store.shareRow(this.sql);
      if (!row || row.owner_id !== ownerId) throw new AppError('not_found');
      if (row.cancelled || (row.status === 'DELETED' && status === 'OK')) return row.status as StoredStatus;
      store.setStatus(this.sql, status, false);
      return status;
    });
  }

  /** Sets new terms; another passcode ends earlier tokens and content links. A late or repeated call changes nothing. */
  async setTerms(input: { ownerId: string; seq: number; terms: LinkTerms }): Promise<Result<null>> {
    if (!this.exists()) return fail('not_found');
    return this.#takeAway(() => {
      const row = store.shareRow(this.sql);
      if (row?.owner_id !== input.ownerId) throw new AppError('not_found');
      if (row.cancelled === 0 && input.seq > row.change_seq) store.setTerms(this.sql, input.seq, input.terms);
      return null;
    });
  }

  /**
   * A node at or below the roots has changed: clears the cache. The caller waits for the leases, of many links at once.
   */
  treeChanged(): TreeChange {
    const nothing: TreeChange = { open: false, empty: false, roots: null, leasesEndInMs: 0 };
    if (!this.exists()) return nothing;
    this.#change(() => store.raiseVersion(this.sql));
    const row = this.#row();
    if (!row) return nothing;
    const leasesEndInMs = this.#leases.left(this.clock.nowMs());
    return { ...stateOf(row), leasesEndInMs };
  }

  /** No root is left at this version of the tree: closes the link. */
  async rootsGone(version: number): Promise<void> {
    await this.#takeAway(() => this.#closeEmpty(version));
  }

  #closeEmpty(version: number): void {
    const row = this.#row();
    if (row?.version === version && row.status === 'OK') store.setStatus(this.sql, 'DELETED', false);
  }

  /** A root exists again at this version of the tree: opens the link, unless its owner cancelled it. */
  rootsBack(version: number): void {
    this.#change(() => {
      const row = this.#row();
      if (row?.version === version && row.status === 'DELETED' && !row.cancelled)
        store.setStatus(this.sql, 'OK', false);
    });
  }

  /** Reads the link for a visitor from memory; `page` is null when it must be loaded. */
  visit(input: VisitInput): Result<VisitAnswer> {
    const answer = this.#look(input);
    return succeed({ ...answer, leaseMs: answer.page ? this.#lease(answer.status) : 0 });
  }

  /** Like `visit`, and loads the page when it is not cached. */
  loadPage(input: VisitInput, load: Loader): Promise<Result<VisitAnswer>> {
    return this.#settle(
      this.#pages,
      () => {
        const row = this.#row();
        const answer = this.#look(input);
        const key = row && answer.status === 'OK' && input.page ? pageKey(row.version, input.page) : null;
        return { answer, key, isCached: answer.page !== null };
      },
      load,
      (text) => {
        if (input.page) this.#afterPage(input.page, text);
        const now = this.#look(input);
        const row = this.#row();
        return now.status === 'OK' && row ? { ...now, page: { tag: this.#tagOf(row, text), text } } : now;
      },
    );
  }

  /** One file for a visitor or for a content link, from memory; `file` is null when it must be loaded. */
  file(input: FileInput | LinkInput): Result<FileAnswer> {
    const answer = this.#lookFile(input);
    const isLeased = input.by === 'link' && answer.file !== null;
    return succeed(isLeased ? { ...answer, leaseMs: this.#lease(answer.status) } : answer);
  }

  /** Like `file`, and loads the file when it is not cached. */
  loadFile(input: FileInput | LinkInput, load: Loader): Promise<Result<FileAnswer>> {
    return this.#settle(
      this.#files,
      () => {
        const answer = this.#lookFile(input);
        const row = this.#row();
        return {
          answer,
          key: row && answer.status === 'OK' ? `${row.version}:${input.fileId}` : null,
          isCached: answer.file !== null,
        };
      },
      load,
      (text) => {
        const now = this.#lookFile(input);
        return now.status === 'OK' ? { ...now, file: text } : now;
      },
    );
  }

  /** Tries a passcode. Only wrong ones count; past the limit a guess needs a passed human check. */
  guess(input: GuessInput): Result<GuessAnswer> {
    const row = this.#row();
    const before = this.#look({ ...input.visit, passVersion: null });
    if (!row || before.status !== 'PASS_CODE_EMPTY') return succeed({ result: 'not_needed', answer: before });
    if (row.pass_version !== input.passVersion) return succeed({ result: 'changed', answer: before });
    return this.command((nowMs) => {
      const isAllowed = input.human
        ? payGuess(this.sql, input.payer, nowMs)
        : store.takeGuess(this.sql, input.limit, input.windowMs, nowMs);
      if (!isAllowed) return { result: 'captcha', answer: before };
      if (!equalBytes(fromHex(input.hash), fromHex(row.pass_hash))) {
        if (input.human) countPaidWrong(this.sql, nowMs);
        return { result: 'wrong', answer: before };
      }
      if (!input.human) store.giveGuessBack(this.sql);
      return { result: 'right', answer: this.#look({ ...input.visit, passVersion: row.pass_version }) };
    });
  }

  /**
   * Claims one save of files. One request key counts once while its restore is running or fresh; a later claim with the same key
   * is counted in advance, and `releaseRestore` undoes the count when the drive finds the first restore. Never exceeds the limit.
   */
  claimRestore(input: ClaimInput): Result<RestoreClaim> {
    const row = this.#row();
    if (!row) return succeed({ kind: 'refused', status: 'NOT_FOUND' });
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

  /** @param total  all views that were ever counted of this link */
  viewsCounted(total: number): Result<null> {
    if (!this.exists()) return succeed(null);
    return this.command(() => {
      store.setTalliedViews(this.sql, total);
      return null;
    });
  }

  /** The link in its owner's list; null for a link that is not this person's. */
  summary(ownerId: string): ShareSummaryData | null {
    const row = this.#row();
    if (!row || row.owner_id !== ownerId) return null;
    const nowMs = this.clock.nowMs();
    return {
      nowMs,
      status: statusOf(store.factsOf(row), nowMs),
      cancelled: row.cancelled === 1,
      title: row.title,
      fileNum: row.file_num,
      fileKind: row.file_kind,
      sizeBytes: row.size_bytes,
      expiresAtMs: row.expires_ms,
      restoreCount: row.restore_count,
      viewCount: row.view_count + row.tallied_views,
    };
  }

  /** A lease on an answer that the caller is about to get. */
  #lease(status: ShareStatus): number {
    const row = status === 'OK' ? this.#row() : null;
    const keep = (untilMs: number): boolean => this.command(() => store.setLeasesUntil(this.sql, untilMs)).ok;
    return !row ? 0 : this.#leases.grant(store.factsOf(row), this.clock.nowMs(), keep);
  }

  /** A write that takes something from visitors: answered when no isolate serves what was there before. */
  async #takeAway<T>(work: (nowMs: number) => T): Promise<Result<T>> {
    const result = this.#change(work);
    const leftMs = this.#leases.left(this.clock.nowMs());
    if (leftMs > 0) await sleep(leftMs);
    return result;
  }

  /** A write that clears the cache. */
  #change<T>(work: (nowMs: number) => T): Result<T> {
    const result = this.command(work);
    this.#pages.clear();
    this.#files.clear();
    return result;
  }

  #look(input: VisitInput): VisitAnswer {
    const row = this.#row();
    if (!row) return { status: 'NOT_FOUND', nowMs: this.clock.nowMs(), cover: null, salt: '', page: null, leaseMs: 0 };
    const nowMs = this.clock.nowMs();
    const status = statusFor(store.factsOf(row), input.passVersion, nowMs);
    return {
      status,
      nowMs,
      cover: coverOf(row),
      salt: status === 'PASS_CODE_EMPTY' ? row.salt : '',
      page: status === 'OK' && input.page ? this.#cachedPage(row, input.page, input.knownTag) : null,
      leaseMs: 0,
    };
  }

  /** A caller that has the text needs none, even when this object was started anew. */
  #cachedPage(row: store.ShareRow, page: PageQuery, knownTag: string): PageAnswer | null {
    if (knownTag !== '' && knownTag === this.#tagOf(row)) return { tag: knownTag, text: null };
    const text = this.#pages.get(pageKey(row.version, page)) ?? null;
    return text === null ? null : { tag: this.#tagOf(row, text), text };
  }

  #tagOf(row: store.ShareRow, text = ''): string {
    return text === NOT_FOUND ? '' : pageTag(row.version, this.clock.nowMs());
  }

  #lookFile(input: FileInput | LinkInput): FileAnswer {
    const row = this.#row();
    if (!row) return { status: 'NOT_FOUND', cover: null, file: null, leaseMs: 0 };
    const facts = store.factsOf(row);
    const nowMs = this.clock.nowMs();
    let status: ShareStatus;
    if (input.by === 'link') {
      // A content link stays valid when all saves are used; otherwise its epoch ends it.
      status = statusOf({ ...facts, restoreLimit: null }, nowMs);
      if (status === 'OK' && (row.epoch !== input.epoch || row.owner_id !== input.ownerId)) status = 'DELETED';
    } else status = statusFor(facts, input.passVersion, nowMs);
    return {
      status,
      cover: coverOf(row),
      file: status === 'OK' ? (this.#files.get(`${row.version}:${input.fileId}`) ?? null) : null,
      leaseMs: 0,
    };
  }

  /** Reads, loads missing data, and reads again: the answer was true after the load, not only before it. */
  async #settle<A>(
    cache: LoadCache,
    look: () => { answer: A; key: string | null; isCached: boolean },
    load: Loader,
    finish: (text: string) => A,
  ): Promise<Result<A>> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { answer, key, isCached } = look();
      const row = this.#row();
      if (!row || key === null || isCached) return succeed(answer);
      const isCurrent = (): boolean => this.#row()?.version === row.version;
      const loaded = await cache.load(key, () => load(rootsOf(row)), isCurrent);
      if (!loaded.ok) return loaded;
      if (isCurrent()) return succeed(finish(loaded.value));
    }
    return fail('unavailable', { reason: 'tree_changing', retryInSeconds: 1 });
  }

  /** Updates status, item count and title of the link from the first page of its top level. */
  #afterPage(page: PageQuery, text: string): void {
    const row = this.#row();
    if (!row || page.parentId !== '' || page.pageToken !== '') return;
    const body = text === NOT_FOUND ? null : (JSON.parse(text) as PageTop);
    if (!body || body.rows.length === 0) {
      this.#change(() => this.#closeEmpty(row.version));
      return;
    }
    if (body.nextPageToken === '' && body.rows.length !== itemNumOf(row))
      this.command(() => store.setItemNum(this.sql, body.rows.length));
    if (row.custom_title !== '') return;
    const names = new Map(body.rows.map(([id, name]) => [id, name]));
    const rootIds = JSON.parse(row.root_ids) as string[];
    const first = body.nextPageToken === '' ? rootIds.find((id) => names.has(id)) : rootIds[0];
    const title = first === undefined ? undefined : names.get(first);
    if (title !== undefined && title !== row.title) this.command(() => store.setTitle(this.sql, title));
  }
}
