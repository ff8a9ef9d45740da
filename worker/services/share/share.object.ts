/**
 * One share link: its state, passcode and guesses, saves and claims, and what was pulled from its owner's drive.
 * The drive itself is asked by the loaders that callers bring along. Reading an unknown link creates no storage.
 */
import { AppError, fail, type Result, succeed } from '#shared/errors.ts';
import type { JudgedStatus, ShareStatus } from '#shared/share/model.ts';
import { equalBytes, fromHex } from '#worker/platform/crypto.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import { CLAIM_LIFETIME_MS, VIEW_WINDOW_MS } from './keys.ts';
import type {
  Asked,
  FileAnswer,
  FileInput,
  GuessAnswer,
  GuessInput,
  LinkInput,
  LinkTerms,
  PageQuery,
  PageTop,
  RestoreClaim,
  ShareSummaryData,
  TreeChange,
  VisitAnswer,
  VisitInput,
} from './state/rpc-types.ts';
import { type StoredStatus, standingOf, statusFor, statusForRestore } from './state/rules.ts';
import { SHARE_MIGRATIONS } from './state/share.migrations.ts';
import { askedOf, coverOf, itemNumOf, pageKey } from './state/share-answer.ts';
import * as store from './state/store.ts';
import { makePulled, NOTHING, type Pulled } from './visit/cache.ts';
import { countPaidWrong, payGuess } from './visit/guess.store.ts';

/** 200 pages and 16 MiB: a share that many people walk through, in an object of 128 MB. */
const PAGE_CACHE = { entries: 200, bytes: 16 * 1024 * 1024, flights: 6 } as const;
const FILE_CACHE = { entries: 500, bytes: 4 * 1024 * 1024, flights: 6 } as const;
/** Rounds of fetching a page of a tree that keeps changing, before the visitor is asked to come back. */
const MAX_ROUNDS = 5;

/** Fetches from the owner's drive on behalf of the object; answers JSON text, `null` for what is not there. */
type Loader = (asked: Asked) => Promise<Result<string>>;

export class ShareObject extends StoredObject {
  readonly #pages: Pulled = makePulled(PAGE_CACHE);
  readonly #files: Pulled = makePulled(FILE_CACHE);

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'ShareObject', SHARE_MIGRATIONS);
  }

  /** Has somebody ask the drives about saves whose calls never came back. */
  protected override onAlarm(nowMs: number): Promise<number | null> {
    const left = this.command(() => {
      for (const claim of store.takeLeftClaims(this.sql, nowMs - CLAIM_LIFETIME_MS, nowMs)) {
        const { request_key: requestKey, recipient_id: recipientId } = claim;
        this.publishEvent('share.claim-left', { shareId: this.name, requestKey, recipientId, atMs: nowMs }, nowMs);
      }
      return store.oldestOpenClaim(this.sql);
    });
    return Promise.resolve(left.ok && left.value !== null ? left.value + CLAIM_LIFETIME_MS : null);
  }

  #row(): store.ShareRow | null {
    return this.exists() ? store.shareRow(this.sql) : null;
  }

  /** Makes the link; repeating it changes nothing. A link that was cancelled before it was made stays cancelled. */
  init(share: store.NewShare): Result<null> {
    return this.command((nowMs) => {
      const row = store.shareRow(this.sql);
      if (!row) store.insertShare(this.sql, share, 'OK', false, nowMs);
      else if (row.cancelled || row.owner_id !== share.ownerId)
        throw new AppError('aborted', { reason: 'link_cancelled' });
      return null;
    });
  }

  /** Closes the link for good; one that was never made too, so that a late `init` cannot open it. @param erase  its names go */
  cancel(ownerId: string, shareId: string, erase = false): Result<null> {
    return this.#change((nowMs) => {
      const row = store.shareRow(this.sql);
      if (row && row.owner_id !== ownerId) throw new AppError('not_found');
      if (row) {
        if (!row.cancelled) store.setStatus(this.sql, 'DELETED', true);
        if (erase) store.forgetNames(this.sql);
        return null;
      }
      const nothing = {
        customTitle: '',
        title: '',
        fileNum: 0,
        fileKind: '',
        sizeBytes: 0,
        expiresAtMs: null,
        restoreLimit: null,
        salt: '',
        passHash: '',
      };
      store.insertShare(this.sql, { shareId, ownerId, rootIds: [], ...nothing }, 'DELETED', true, nowMs);
      return null;
    });
  }

  /**
   * What an operator decides of a link. A cancelled one stays cancelled; one whose content is in the trash is not opened
   * by an `OK`, and a refusal stays when the content is taken back.
   */
  judge(ownerId: string, status: JudgedStatus): Result<StoredStatus> {
    if (!this.exists()) return fail('not_found');
    return this.#change(() => {
      const row = store.shareRow(this.sql);
      if (!row || row.owner_id !== ownerId) throw new AppError('not_found');
      if (row.cancelled || (row.status === 'DELETED' && status === 'OK')) return row.status as StoredStatus;
      store.setStatus(this.sql, status, false);
      return status;
    });
  }

  /** Gives the link new terms; with another passcode, tokens and content links made before end. A late or second telling changes nothing. */
  setTerms(input: { ownerId: string; seq: number; terms: LinkTerms }): Result<null> {
    if (!this.exists()) return fail('not_found');
    return this.#change(() => {
      const row = store.shareRow(this.sql);
      if (row?.owner_id !== input.ownerId) throw new AppError('not_found');
      if (row.cancelled === 0 && input.seq > row.change_seq) store.setTerms(this.sql, input.seq, input.terms);
      return null;
    });
  }

  /** Hears that something at or below the roots changed: nothing that was pulled before is shown to whoever asks from now on. */
  treeChanged(): TreeChange {
    const nothing: TreeChange = { open: false, empty: false, asked: null };
    if (!this.exists()) return nothing;
    this.#change(() => store.raiseVersion(this.sql));
    const row = this.#row();
    if (!row) return nothing;
    return { open: row.status === 'OK', empty: row.status === 'DELETED' && !row.cancelled, asked: askedOf(row) };
  }

  /** Hears that no root was left at this version of the tree. */
  rootsGone(version: number): void {
    this.#change(() => {
      const row = this.#row();
      if (row?.version === version && row.status === 'OK') store.setStatus(this.sql, 'DELETED', false);
    });
  }

  /** Hears that a root is there again at this version of the tree. What its owner cancelled stays closed. */
  rootsBack(version: number): void {
    this.#change(() => {
      const row = this.#row();
      if (row?.version === version && row.status === 'DELETED' && !row.cancelled)
        store.setStatus(this.sql, 'OK', false);
    });
  }

  /** What a visitor may see, from memory; `page` is null when it must be pulled. */
  visit(input: VisitInput): Result<VisitAnswer> {
    const answer = this.#look(input);
    if (answer.status === 'OK' && input.viewer !== '') {
      const counted = this.command((nowMs) => store.countView(this.sql, input.viewer, VIEW_WINDOW_MS, nowMs));
      if (!counted.ok) return counted;
    }
    return succeed(answer);
  }

  /** Like `visit`, and fetches the page when nobody has yet. */
  pull(input: VisitInput, load: Loader): Promise<Result<VisitAnswer>> {
    return this.#settle(
      this.#pages,
      () => {
        const row = this.#row();
        const answer = this.#look(input);
        const key = row && answer.status === 'OK' && input.page ? pageKey(row.version, input.page) : null;
        return { answer, key, have: answer.page };
      },
      load,
      (text) => {
        if (input.page) this.#afterPage(input.page, text);
        const now = this.#look(input);
        return now.status === 'OK' ? { ...now, page: text } : now;
      },
    );
  }

  /** One file for a visitor or for a content link, from memory; `file` is null when it must be pulled. */
  file(input: FileInput | LinkInput): Result<FileAnswer> {
    return succeed(this.#lookFile(input));
  }

  /** Like `file`, and fetches it when nobody has yet. */
  pullFile(input: FileInput | LinkInput, load: Loader): Promise<Result<FileAnswer>> {
    return this.#settle(
      this.#files,
      () => {
        const answer = this.#lookFile(input);
        const row = this.#row();
        return {
          answer,
          key: row && answer.status === 'OK' ? `${row.version}:${input.fileId}` : null,
          have: answer.file,
        };
      },
      load,
      (text) => {
        const now = this.#lookFile(input);
        return now.status === 'OK' ? { ...now, file: text } : now;
      },
    );
  }

  /** Tries a passcode. Only wrong ones count; past the limit a guess is not looked at unless a human check was paid for it. */
  guess(input: GuessInput): Result<GuessAnswer> {
    const row = this.#row();
    const before = this.#look({ ...input.visit, passVersion: null });
    if (!row || before.status !== 'PASS_CODE_EMPTY') return succeed({ verdict: 'over', answer: before });
    if (row.pass_version !== input.passVersion) return succeed({ verdict: 'changed', answer: before });
    return this.command((nowMs) => {
      const isTaken = input.human
        ? payGuess(this.sql, input.payer, nowMs)
        : store.takeGuess(this.sql, input.limit, input.windowMs, nowMs);
      if (!isTaken) return { verdict: 'ask', answer: before };
      if (!equalBytes(fromHex(input.hash), fromHex(row.pass_hash))) {
        if (input.human) countPaidWrong(this.sql, nowMs);
        return { verdict: 'wrong', answer: before };
      }
      if (!input.human) store.giveGuessBack(this.sql);
      if (input.visit.viewer !== '') store.countView(this.sql, input.visit.viewer, VIEW_WINDOW_MS, nowMs);
      return { verdict: 'right', answer: this.#look({ ...input.visit, passVersion: row.pass_version }) };
    });
  }

  /**
   * Asks to save files. One request key counts once while its restore is running or fresh; a later one of the same key is
   * counted in advance and given back by `releaseRestore` when the drive finds the first. Never more than the limit.
   */
  claimRestore(input: { requestKey: string; recipientId: string; passVersion: number | null }): Result<RestoreClaim> {
    const row = this.#row();
    if (!row) return succeed({ verdict: 'refused', status: 'NOT_FOUND' });
    return this.command((nowMs): RestoreClaim => {
      const status = statusForRestore(store.factsOf(row), input.passVersion, nowMs);
      // A link's owner needs no passcode to be told that the files are there already.
      if (row.owner_id === input.recipientId && (status === 'OK' || status === 'PASS_CODE_EMPTY'))
        return { verdict: 'own' };
      if (status !== 'OK') return { verdict: 'refused', status };
      const known = store.claimRow(this.sql, input.requestKey);
      if (known?.used === 0) {
        store.holdClaim(this.sql, input.requestKey, input.recipientId, nowMs);
        this.wakeAt(nowMs + CLAIM_LIFETIME_MS);
        return { verdict: 'held', again: false, asked: askedOf(row) };
      }
      if (!store.countRestore(this.sql)) {
        return known
          ? { verdict: 'earlier', taskId: known.task_id, parentId: known.parent_id }
          : { verdict: 'refused', status: 'MAX_RESTORE_COUNT' };
      }
      const hold = known ? store.holdAdvance : store.holdClaim;
      hold(this.sql, input.requestKey, input.recipientId, nowMs);
      this.wakeAt(nowMs + CLAIM_LIFETIME_MS);
      return { verdict: 'held', again: known !== null, asked: askedOf(row) };
    });
  }

  /** Ends what `claimRestore` began. @param taken  what the drive answered; null gives the claim back */
  releaseRestore(input: {
    requestKey: string;
    again: boolean;
    taken: { taskId: string; parentId: string; started: boolean } | null;
  }): Result<null> {
    const { requestKey, again, taken } = input;
    return this.command(() => {
      if (taken) store.spendClaim(this.sql, requestKey, taken.taskId, taken.parentId);
      const isCounted = again
        ? !store.dropAdvance(this.sql, requestKey) || taken?.started === true
        : !store.dropClaim(this.sql, requestKey);
      if (!isCounted) store.uncountRestore(this.sql);
      return null;
    });
  }

  /**
   * Ends a claim that was left, by what the drive says of its request; one that was claimed anew meanwhile is left alone.
   * @param atMs  when the question was asked
   */
  settleClaim(input: {
    requestKey: string;
    atMs: number;
    taken: { taskId: string; parentId: string } | null;
  }): Result<null> {
    return this.command(() => {
      store.settleClaim(this.sql, input.requestKey, input.atMs, input.taken);
      return null;
    });
  }

  /** The owner's line in the list of links; null for a link that is not this person's. */
  summary(ownerId: string): ShareSummaryData | null {
    const row = this.#row();
    if (!row || row.owner_id !== ownerId) return null;
    const nowMs = this.clock.nowMs();
    return {
      nowMs,
      status: standingOf(store.factsOf(row), nowMs),
      cancelled: row.cancelled === 1,
      title: row.title,
      fileNum: row.file_num,
      fileKind: row.file_kind,
      sizeBytes: row.size_bytes,
      expiresAtMs: row.expires_ms,
      restoreCount: row.restore_count,
      viewCount: row.view_count,
    };
  }

  /** A write after which nothing pulled before may be shown. */
  #change<T>(work: (nowMs: number) => T): Result<T> {
    const result = this.command(work);
    this.#pages.clear();
    this.#files.clear();
    return result;
  }

  #look(input: Pick<VisitInput, 'passVersion' | 'page'>): VisitAnswer {
    const row = this.#row();
    if (!row) return { status: 'NOT_FOUND', nowMs: this.clock.nowMs(), cover: null, salt: '', page: null };
    const nowMs = this.clock.nowMs();
    const status = statusFor(store.factsOf(row), input.passVersion, nowMs);
    return {
      status,
      nowMs,
      cover: coverOf(row),
      salt: status === 'PASS_CODE_EMPTY' ? row.salt : '',
      page: status === 'OK' && input.page ? (this.#pages.get(pageKey(row.version, input.page)) ?? null) : null,
    };
  }

  #lookFile(input: FileInput | LinkInput): FileAnswer {
    const row = this.#row();
    if (!row) return { status: 'NOT_FOUND', cover: null, file: null };
    const facts = store.factsOf(row);
    const nowMs = this.clock.nowMs();
    let status: ShareStatus;
    if (input.by === 'link') {
      // A link that was given out goes on when the saves are used up; its epoch ends it otherwise.
      const standing = standingOf({ ...facts, restoreLimit: null }, nowMs);
      status =
        standing === 'OK' && (row.epoch !== input.epoch || row.owner_id !== input.ownerId) ? 'DELETED' : standing;
    } else status = statusFor(facts, input.passVersion, nowMs);
    return {
      status,
      cover: coverOf(row),
      file: status === 'OK' ? (this.#files.get(`${row.version}:${input.fileId}`) ?? null) : null,
    };
  }

  /** Looks, fetches what is missing, and looks again: what is answered was true after the fetch, not only before it. */
  async #settle<A>(
    cache: Pulled,
    look: () => { answer: A; key: string | null; have: string | null },
    load: Loader,
    finish: (text: string) => A,
  ): Promise<Result<A>> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const { answer, key, have } = look();
      const row = this.#row();
      if (!row || key === null || have !== null) return succeed(answer);
      const isCurrent = (): boolean => this.#row()?.version === row.version;
      const loaded = await cache.pull(key, () => load(askedOf(row)), isCurrent);
      if (!loaded.ok) return loaded;
      if (isCurrent()) return succeed(finish(loaded.value));
    }
    return fail('unavailable', { reason: 'tree_changing', retryInSeconds: 1 });
  }

  /** The top of the tree says whether anything is left and what the link is called. */
  #afterPage(page: PageQuery, text: string): void {
    const row = this.#row();
    if (!row || page.parentId !== '' || page.pageToken !== '') return;
    const body = text === NOTHING ? null : (JSON.parse(text) as PageTop);
    if (!body || body.files.length === 0) {
      this.rootsGone(row.version);
      return;
    }
    if (body.nextPageToken === '' && body.files.length !== itemNumOf(row))
      this.command(() => store.setItemNum(this.sql, body.files.length));
    if (row.custom_title !== '') return;
    const names = new Map(body.files.map((file) => [file.id, file.name]));
    const rootIds = JSON.parse(row.root_ids) as string[];
    const first = body.nextPageToken === '' ? rootIds.find((id) => names.has(id)) : rootIds[0];
    const title = first === undefined ? undefined : names.get(first);
    if (title !== undefined && title !== row.title) this.command(() => store.setTitle(this.sql, title));
  }
}
