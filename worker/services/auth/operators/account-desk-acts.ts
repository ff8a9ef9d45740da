/**
 * Acts of operators on the ways into an account: one write decides whether a second operator has to agree, notes the act and begins it.
 * The removal of the factors waits for its time or for the link of the person, and takes effect in one write too.
 */

import { type DeskActKind, needsSecond, REMOVAL_DELAY_MS, SECOND_OPERATOR_MS } from '#shared/auth/desk-acts.ts';
import { AppError, type Result, succeed } from '#shared/errors.ts';
import type { OperatorRole } from '#shared/operator-rights.ts';
import { DAY_MS } from '#shared/units.ts';
import type { MailEvent } from '#worker/services/mail/index.ts';
import * as accounts from '../core/account.store.ts';
import {
  type AccountCore,
  askAs,
  publishPersonChanged,
  type SessionCaller,
  whenDelivered,
} from '../core/account-core.ts';
import { deletePasskeys, deleteTwoFactor, loadPasskeys, loadTwoFactor } from '../factor/store.ts';
import { FACTORS_DUE, FACTORS_REMOVED } from '../keys.ts';
import { roleOf } from '../person/role.store.ts';
import { act, endAll, lockUntilReset } from './account-acts.ts';
import { type DeskActRow, dropDeskActs, loadDeskActs, putDeskAct } from './desk-acts.store.ts';

/** The beginning of the act, prepared by the caller. */
interface DeskRun {
  /** Of `factor` the event that sends it. Null: no letter reaches the person, who gets a link by hand. */
  readonly letter: MailEvent | null;
  /** `factor` by a link: when it ends; else 0. */
  readonly dueMs: number;
}

interface DeskAsk extends DeskRun {
  readonly id: string;
  readonly kind: DeskActKind;
  readonly by: { readonly id: string; readonly name: string };
  readonly role: OperatorRole;
  readonly reason: string;
  /** As `needsSecond` has it. */
  readonly onWord: boolean;
  /** As the log has noted it: the act is only asked of a second operator. */
  readonly isAsked: boolean;
}

const find = (core: AccountCore, id: string): DeskActRow | undefined =>
  loadDeskActs(core.sql).find((row) => row.id === id);

/** Whether an operator with that role needs a second one. */
export function needsSecondNow(core: AccountCore, ask: Pick<DeskAsk, 'kind' | 'role' | 'onWord'>): Result<boolean> {
  return succeed(needsSecond(ask, core.exists() ? loadDeskActs(core.sql) : [], core.nowMs()));
}

/** Call inside the transaction. */
function begin(core: AccountCore, row: DeskActRow, { letter, dueMs }: DeskRun, clockMs: number): void {
  const account = accounts.loadAccount(core.sql);
  if (!account) throw new AppError('not_found', { reason: 'no_such_person' });
  if (roleOf(core.sql) !== '' && (row.kind !== 'factor' || row.role !== 'all'))
    throw new AppError('failed_precondition', { reason: 'is_operator' });
  if (row.kind === 'factor') {
    if (!loadTwoFactor(core.sql) && loadPasskeys(core.sql).length === 0)
      throw new AppError('failed_precondition', { reason: 'no_factor' });
    if (loadDeskActs(core.sql).some(({ kind, state, id }) => kind === 'factor' && state === 'waits' && id !== row.id))
      throw new AppError('failed_precondition', { reason: 'removal_waits' });
    putDeskAct(core.sql, { ...row, state: 'waits', dueMs, byLink: letter === null });
    if (letter) core.publishEvent(letter.event, letter.payload, clockMs);
    else core.wakeAt(dueMs);
    return;
  }
  if (account.status !== 'ACTIVE' && account.status !== 'FROZEN')
    throw new AppError('failed_precondition', { reason: 'not_active' });
  putDeskAct(core.sql, { ...row, state: 'done', atMs: clockMs, dueMs: 0 });
  if (row.kind === 'reset' && letter) lockUntilReset(core, letter, clockMs);
  core.wakeAt(clockMs + SECOND_OPERATOR_MS);
}

/** Whether the ask is the known act once more, and nothing happened to it since. */
const isRepeatOf = (row: DeskActRow, { kind, by, isAsked }: DeskAsk): boolean =>
  row.kind === kind &&
  row.by.id === by.id &&
  row.state !== 'ended' &&
  row.state !== 'stopped' &&
  row.state !== 'returned' &&
  (row.state === 'asked') === isAsked;

/**
 * Begins the act, or notes it for a second operator. A repeat with the same id changes nothing, except that of a link: each gives another
 * link, so it is decided and written again.
 */
export function askDeskAct(core: AccountCore, ask: DeskAsk): Promise<Result<null>> {
  const done = act(core, (_account, clockMs) => {
    const { id, kind, by, role, reason, onWord, isAsked } = ask;
    const known = find(core, id);
    if (known && !isRepeatOf(known, ask)) throw new AppError('aborted', { reason: 'other_act' });
    if (known && (kind !== 'link' || isAsked)) return;
    const past = loadDeskActs(core.sql);
    // Another operator was faster than the line in the log.
    if (needsSecond({ kind, role, onWord }, past, clockMs) !== isAsked)
      throw new AppError('aborted', { reason: 'other_act' });
    const row: DeskActRow = { id, kind, state: 'asked', by, role, reason, atMs: clockMs, dueMs: 0, byLink: false };
    if (!isAsked) return begin(core, row, ask, clockMs);
    if (past.some((each) => each.kind === kind && each.state === 'asked'))
      throw new AppError('failed_precondition', { reason: 'second_asked' });
    putDeskAct(core.sql, row);
    core.wakeAt(clockMs + SECOND_OPERATOR_MS);
  });
  return whenDelivered(core, done);
}

/** The act that waits for a second operator; null for none. */
export function askedDeskAct(core: AccountCore, id: string): Result<DeskActRow | null> {
  const row = core.exists() ? find(core, id) : undefined;
  return succeed(row?.state === 'asked' ? row : null);
}

/** A second operator agrees: the act begins. Fails for the operator who asked. */
export function confirmDeskAct(
  core: AccountCore,
  ask: DeskRun & { readonly id: string; readonly byId: string },
): Promise<Result<null>> {
  const done = act(core, (_account, clockMs) => {
    const row = find(core, ask.id);
    if (row?.state !== 'asked') throw new AppError('not_found', { reason: 'no_such_act' });
    if (row.by.id === ask.byId) throw new AppError('permission_denied', { reason: 'same_operator' });
    begin(core, { ...row, atMs: clockMs }, ask, clockMs);
  });
  return whenDelivered(core, done);
}

/** Ends an act that has not taken effect: an operator takes it back, the person stops it, or the warning came back. */
export function endDeskAct(core: AccountCore, id: string, state: 'ended' | 'stopped' | 'returned'): Result<null> {
  return act(core, (_account, clockMs) => {
    const row = find(core, id);
    if (row?.state === state) return;
    if (row?.state !== 'waits' && row?.state !== 'asked') throw new AppError('not_found', { reason: 'no_such_act' });
    putDeskAct(core.sql, { ...row, state, atMs: clockMs, dueMs: 0 });
  });
}

/** The removal that the person may stop; null for none. Asked with a session of the person. */
export function ownRemoval(core: AccountCore, caller: SessionCaller): Result<DeskActRow | null> {
  return askAs(core, caller, () => waitingRemoval(core));
}

const waitingRemoval = (core: AccountCore): DeskActRow | null =>
  loadDeskActs(core.sql).find(({ kind, state }) => kind === 'factor' && state === 'waits') ?? null;

/** A removal that waits, by the id of a letter or a link; null for none. */
export function removalOf(core: AccountCore, id: string): Result<DeskActRow | null> {
  const row = core.exists() ? waitingRemoval(core) : null;
  return succeed(row?.id === id ? row : null);
}

/** The warning was accepted: the time in which the person can stop the removal begins. A repeat changes nothing. */
export function beginRemovalWait(core: AccountCore, id: string): Result<null> {
  return act(core, (_account, clockMs) => {
    const row = waitingRemoval(core);
    if (row?.id !== id || row.byLink || row.dueMs !== 0) return;
    const dueMs = clockMs + REMOVAL_DELAY_MS;
    putDeskAct(core.sql, { ...row, dueMs });
    core.wakeAt(dueMs);
  });
}

/** The link that the person was given: the factors are removed now. */
export function followRemovalLink(core: AccountCore, id: string): Promise<Result<null>> {
  const done = act(core, (_account, clockMs) => {
    const row = find(core, id);
    if (row?.state !== 'waits' || !row.byLink || clockMs >= row.dueMs)
      throw new AppError('not_found', { reason: 'no_such_act' });
    takeEffect(core, row, clockMs);
  });
  return whenDelivered(core, done);
}

/**
 * The person was warned, and the time has come. A repeat changes nothing. It does not wait for its events: it is called while this
 * account delivers one.
 */
export function takeRemoval(core: AccountCore, id: string): Result<null> {
  return act(core, (_account, clockMs) => {
    const row = waitingRemoval(core);
    if (row?.id === id && !row.byLink && row.dueMs === 0) takeEffect(core, row, clockMs);
  });
}

/** Call inside the transaction. */
function takeEffect(core: AccountCore, row: DeskActRow, clockMs: number): void {
  const account = accounts.loadAccount(core.sql);
  // Who has become an operator since is no longer a matter of the help desk.
  const isOver = !account || account.status === 'CLOSED' || (roleOf(core.sql) !== '' && row.role !== 'all');
  putDeskAct(core.sql, { ...row, state: isOver ? 'ended' : 'done', atMs: clockMs, dueMs: 0 });
  if (isOver) return;
  deleteTwoFactor(core.sql);
  deletePasskeys(core.sql);
  endAll(core, clockMs, account.status !== 'ACTIVE');
  core.publishEvent(FACTORS_REMOVED, { userId: core.name, atMs: clockMs }, clockMs);
  core.wakeAt(clockMs + SECOND_OPERATOR_MS);
}

/** The step of the alarm: removals whose time has come, requests and links that have ended. @returns when the next one is due */
export function runDeskActs(core: AccountCore, nowMs: number): number | null {
  core.transaction(() => {
    for (const row of loadDeskActs(core.sql)) {
      if (row.state === 'waits' && row.dueMs !== 0 && row.dueMs <= nowMs) {
        if (row.byLink) putDeskAct(core.sql, { ...row, state: 'ended', dueMs: 0 });
        else {
          // Only the service can ask whether the warning came back.
          putDeskAct(core.sql, { ...row, dueMs: 0 });
          core.publishEvent(FACTORS_DUE, { userId: core.name, id: row.id }, nowMs);
        }
      } else if (row.state === 'asked' && row.atMs <= nowMs - SECOND_OPERATOR_MS)
        putDeskAct(core.sql, { ...row, state: 'ended' });
      else continue;
      publishPersonChanged(core, nowMs);
    }
    dropDeskActs(core.sql, nowMs - 4 * SECOND_OPERATOR_MS - DAY_MS);
  });
  const due = loadDeskActs(core.sql).flatMap(({ state, atMs, dueMs }) =>
    state === 'waits' && dueMs !== 0 ? [dueMs] : state === 'asked' ? [atMs + SECOND_OPERATOR_MS] : [],
  );
  return due.length === 0 ? null : Math.min(...due);
}
