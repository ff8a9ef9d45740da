/** The lowest part of a drive: sessions, app passwords, processes and answers to repeated calls. */
import { type AppPasswords, type CallerData, setAppPasswords } from '#worker/platform/session-guard.ts';
import { firstAnswer, type IdempotencyKey } from '#worker/platform/storage/answers.ts';
import type { DriveCore } from './drive-core.ts';
import type { DrivePart } from './drive-part.ts';
import { makeFormerProcess } from './former-process.store.ts';
import { CORE_TABLES } from './tables.ts';

/** The members of a drive that the calls use. */
export interface Parts {
  readonly core: DriveCore;
}

export const corePart = {
  tables: CORE_TABLES,
  make: ({ core }: Parts) => ({ formerProcess: makeFormerProcess(core) }),
  calls: {
    /** Of any call that reads or compares before its command. @returns the JSON of the answer to a key; null when it has none */
    answerTo: ({ core }: Parts, caller: CallerData, key: IdempotencyKey) =>
      core.read(caller, (sql, nowMs) => firstAnswer(sql, key, nowMs)),
    /** The account pushes the app passwords of the person. */
    setAppPasswords: ({ core }: Parts, pushed: AppPasswords) =>
      core.object.command(() => setAppPasswords(core.sql, pushed)),
  },
} satisfies DrivePart;
