/** The two questions to the app and the extension, and their valid answers. Wire: docs/hand-offs.md. */
import type { Requester } from './channel.ts';

export interface Counterpart {
  /** User id of the counterpart; '' when it is signed out. */
  state(signal: AbortSignal): Promise<string>;
  /** A code for this browser alone. */
  code(params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}

export interface CounterpartTimeouts {
  readonly stateMs: number;
  readonly codeMs: number;
  /** Both questions together, from the start of the first. */
  readonly totalMs: number;
}

/** The app may ask its user for the code; the state needs no question. */
export const APP_TIMEOUTS: CounterpartTimeouts = { stateMs: 5_000, codeMs: 60_000, totalMs: 65_000 };
/** 5 s in total (spec section 9). */
export const EXTENSION_TIMEOUTS: CounterpartTimeouts = { stateMs: 5_000, codeMs: 5_000, totalMs: 5_000 };

const CODE = /^[\x21-\x7e]{1,1024}$/;
const USER_ID = /^[A-Za-z0-9_-]{1,64}$/;

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(data: unknown): Fields {
  return typeof data === 'object' && data !== null ? (data as Fields) : {};
}

function readState(data: unknown): string | null {
  const { signed_in, sub } = fieldsOf(data);
  if (signed_in === false) return '';
  return signed_in === true && typeof sub === 'string' && USER_ID.test(sub) ? sub : null;
}

function readCode(data: unknown): string | null {
  const { code } = fieldsOf(data);
  return typeof code === 'string' && CODE.test(code) ? code : null;
}

/** @param nowMs  a monotonic clock */
export function makeCounterpart(
  requester: Requester,
  timeouts: CounterpartTimeouts,
  nowMs: () => number = () => performance.now(),
): Counterpart {
  let startedMs: number | null = null;

  return {
    state(signal) {
      startedMs = nowMs();
      return requester.ask({ method: 'auth.state', params: {}, timeoutMs: timeouts.stateMs, signal, read: readState });
    },
    code(params, signal) {
      const leftMs = timeouts.totalMs - (startedMs === null ? 0 : nowMs() - startedMs);
      const timeoutMs = Math.max(0, Math.min(timeouts.codeMs, leftMs));
      return requester.ask({ method: 'auth.code', params, timeoutMs, signal, read: readCode });
    },
  };
}
