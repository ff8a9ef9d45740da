/** Rules of device codes: pure verdicts on polls, and the spelling of user codes. No I/O, no clock. Source: RFC 8628. */
import { POLL_STEP_SECONDS, USER_CODE_CHARS, USER_CODE_LETTERS } from './keys.ts';

export type DeviceState = 'pending' | 'allowed' | 'denied' | 'taken';

export interface DeviceCodeRow {
  readonly clientId: string;
  readonly scope: string;
  readonly state: DeviceState;
  readonly untilMs: number;
  readonly intervalSeconds: number;
  /** Epoch ms of the last poll; 0 before the first, which may come at once. */
  readonly polledMs: number;
  /** Who decided; '' while nobody has. */
  readonly userId: string;
  readonly familyId: string;
  readonly epoch: number;
}

export type PollVerdict = 'pending' | 'slow_down' | 'denied' | 'expired' | 'allowed' | 'unknown';

/** What a poll means now. A code of another client is unknown, as one that has been taken. */
export function judgePoll(row: DeviceCodeRow | null, ask: { clientId: string; nowMs: number }): PollVerdict {
  if (!row || row.clientId !== ask.clientId || row.state === 'taken') return 'unknown';
  if (row.untilMs <= ask.nowMs) return 'expired';
  if (row.state === 'denied') return 'denied';
  // Half a second of grace: the interval is counted from the answer there, from the question here.
  if (ask.nowMs < row.polledMs + row.intervalSeconds * 1_000 - 500) return 'slow_down';
  return row.state === 'allowed' ? 'allowed' : 'pending';
}

/** The interval after a poll that came too early; every early poll adds to it. */
export function slowerInterval(intervalSeconds: number): number {
  return intervalSeconds + POLL_STEP_SECONDS;
}

/** The letters somebody typed, in any case and grouping; '' when they cannot be a code. */
export function readUserCode(typed: string): string {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}_.]/gu, '');
  return code.length === USER_CODE_CHARS && [...code].every((letter) => USER_CODE_LETTERS.includes(letter)) ? code : '';
}

/** `BCDFGHJK` -> `BCDF-GHJK`. */
export function groupUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** @param bytes  random; those that would favour a letter are passed over. @returns '' when they were too few */
export function userCodeOf(bytes: Uint8Array): string {
  const count = USER_CODE_LETTERS.length;
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % count));
  return fair.length < USER_CODE_CHARS
    ? ''
    : fair
        .slice(0, USER_CODE_CHARS)
        .map((byte) => USER_CODE_LETTERS[byte % count])
        .join('');
}
