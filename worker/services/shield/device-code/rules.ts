/** Rules of device codes: decisions on polls, and the spelling of user codes. Pure. Source: RFC 8628. */
import { takeCode } from '#shared/intake/code.ts';
import { CODE_SHAPES, USER_CODE_CHARS, USER_CODE_LETTERS } from '#shared/intake/shapes.ts';
import { POLL_STEP_SECONDS } from './keys.ts';

export type DeviceState = 'pending' | 'allowed' | 'denied' | 'taken';

/** A person's permission for a device; fields are '' and 0 before the decision. */
export interface DeviceGrant {
  readonly scope: string;
  readonly userId: string;
  /** The session that decided. */
  readonly sessionId: string;
  readonly epoch: number;
}

export interface DeviceCodeRow extends DeviceGrant {
  readonly clientId: string;
  readonly state: DeviceState;
  readonly untilMs: number;
  readonly intervalSeconds: number;
  /** Epoch ms of the last poll; 0 before the first, which may come at once. */
  readonly polledMs: number;
}

export type PollDecision = 'pending' | 'slow_down' | 'denied' | 'expired' | 'allowed' | 'unknown';

/** Decides on a poll. A code of another client is unknown, and so is one that was taken. */
export function decidePoll(row: DeviceCodeRow | null, poll: { clientId: string; nowMs: number }): PollDecision {
  if (!row || row.clientId !== poll.clientId || row.state === 'taken') return 'unknown';
  if (row.untilMs <= poll.nowMs) return 'expired';
  if (row.state === 'denied') return 'denied';
  // Half a second of grace: the client counts the interval from the answer, the server from the request.
  if (poll.nowMs < row.polledMs + row.intervalSeconds * 1_000 - 500) return 'slow_down';
  return row.state === 'allowed' ? 'allowed' : 'pending';
}

/** The interval after an early poll; each one adds to it. */
export function slowerInterval(intervalSeconds: number): number {
  return intervalSeconds + POLL_STEP_SECONDS;
}

/** Reads letters in any case and grouping, also in a sentence. @returns '' when they cannot be a code, or may be several */
export function readUserCode(pasted: string): string {
  const { code, isSure } = takeCode(pasted, CODE_SHAPES.user);
  return isSure ? code : '';
}

/** `BCDFGHJK` -> `BCDF-GHJK`. */
export function groupUserCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** @param bytes  random; bytes that would favour a letter are skipped. @returns '' when too few are left */
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
