/** The part of words inside files: a job reads files after changes of the drive, where the installation and the person have it. Others than `wordsOn` and `switchWords` are calls of the job. */
import { MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import { readConfig } from '#worker/env.ts';
import type { CallerData } from '#worker/platform/session-guard.ts';
import type { DriveCore } from '../core/drive-core.ts';
import type { DrivePart } from '../core/drive-part.ts';
import { done } from '../core/transact.ts';
import { WORD_TABLES } from './tables.ts';
import {
  endSlice,
  forgetWords,
  isBehind,
  isSwitchedOff,
  leaseWords,
  nextSlice,
  type ReadFile,
  storeWords,
  switchWords,
  type WordSlice,
  wordState,
} from './words.store.ts';

/** From a change until its words are looked for: changes come in groups. */
const SOON_MS = 5 * SECOND_MS;
/** Between two sweeps a drive rests so long for each of its nodes, so that a large one is not always swept. */
const REST_MS = 1;
/** A run that says nothing for so long has died. */
const LEASE_MS = MINUTE_MS;

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

/** When the next run is due. @returns null while nothing is to do */
function dueMs({ sql }: DriveCore): number | null {
  const state = wordState(sql);
  if (!isBehind(sql, state)) return null;
  if (!state) return 0;
  if (state.place !== null) return state.lease_ms;
  const { nodes } = sql.exec<{ nodes: number }>('SELECT nodes FROM space').one();
  return Math.max(state.lease_ms, state.ended_ms + nodes * REST_MS);
}

/** Starts the run that is due. */
function startDue(
  { core, hasWordsInside }: Parts & { readonly hasWordsInside: boolean },
  nowMs: number,
): number | null {
  if (!hasWordsInside || isSwitchedOff(core.sql)) {
    if (wordState(core.sql)) core.object.transaction(() => forgetWords(core.sql));
    return null;
  }
  const atMs = dueMs(core);
  if (atMs === null || atMs > nowMs) return atMs;
  core.object.transaction(() => leaseWords(core.sql, nowMs + LEASE_MS));
  core.startRun('WordsJob', '');
  return core.lookAtMs(nowMs + LEASE_MS, nowMs);
}

export const wordsPart = {
  tables: WORD_TABLES,
  make({ core }: Parts): { readonly hasWordsInside: boolean } {
    // Once an object: each change of the drive asks for it.
    const { wordsInside: hasWordsInside } = readConfig(core.env);
    core.addHooks({
      ...(hasWordsInside && { onChange: () => core.object.wakeAt(core.object.nowMs() + SOON_MS) }),
      endLeases({ sql, nowMs, wakeAt }) {
        sql.exec('UPDATE word_state SET lease_ms = 0 WHERE lease_ms > 0');
        // An index that the installation has no longer goes too.
        if (hasWordsInside || wordState(sql)) wakeAt(nowMs);
      },
    });
    return { hasWordsInside };
  },
  calls: {
    wordsOn: ({ core }: Parts, caller: CallerData) => core.read(caller, (sql) => !isSwitchedOff(sql)),
    switchWords: ({ core }: Parts, caller: CallerData, isOn: boolean) =>
      core.write(caller, (tx) => {
        switchWords(tx, isOn);
        tx.wakeAt(isOn ? tx.nowMs + SOON_MS : tx.nowMs);
        return { ok: true } as const;
      }),
    wordsNext: ({ core }: Parts) =>
      core.transact((tx) => {
        // A run that is under way when the person switches it off ends with an empty slice.
        if (!isSwitchedOff(tx.sql)) leaseWords(tx.sql, tx.nowMs + LEASE_MS);
        return nextSlice(tx);
      }),
    /** @param end  where the slice is stored whole */
    wordsStore: ({ core }: Parts, files: readonly ReadFile[], end?: Pick<WordSlice, 'from' | 'place'>) =>
      done(core, (tx) => {
        tx.sql.exec('UPDATE word_state SET lease_ms = ?', tx.nowMs + LEASE_MS);
        storeWords(tx, files);
        if (end) endSlice(tx, end);
      }),
    /** The run has ended. */
    wordsRest: ({ core }: Parts) =>
      done(core, (tx) => {
        tx.sql.exec('UPDATE word_state SET lease_ms = ?', tx.nowMs + SOON_MS);
        if (!isSwitchedOff(tx.sql) && isBehind(tx.sql, wordState(tx.sql))) tx.wakeAt(tx.nowMs + SOON_MS);
      }),
  },
  alarm: startDue,
} satisfies DrivePart;
