/** A room of the shield for the tests of the human check: real objects, keys and a clock of its own, work that is done at once. */
import { env } from 'cloudflare:workers';
import { AppError } from '#shared/errors.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { makeShieldService, type ShieldDeps } from '../index.ts';

export const DEVICE = '0123456789abcdef0123456789abcdef';
export const ACTION = 'POST:/v1/auth/signin';
export const OURS = 'https://drive.example.com';
export const LOADING = `${OURS}/loading`;
const namespace = (env as unknown as { SHIELD: ShieldDeps['shield'] }).SHIELD;

export function makeRoom(change: Partial<ShieldDeps> = {}) {
  const time = { nowMs: systemClock.nowMs() };
  const keyring = makeKeyring(newHexId(32));
  const deps: ShieldDeps = {
    shield: namespace,
    keyring,
    limits: { captchaPerMinute: 600, verificationsPerHour: 60, mailGapSeconds: 60, mailsPerDay: 10, checkTries: 5 },
    clock: { nowMs: () => time.nowMs },
    appOrigin: OURS,
    ...change,
  };
  const shield = makeShieldService(deps);
  const call = (more: Partial<CallContext> = {}): CallContext => ({
    requestId: 'r',
    nowMs: time.nowMs,
    locale: 'en-US',
    address: '203.0.113.9',
    deviceId: DEVICE,
    clientId: 'cli',
    userAgent: '',
    captchaToken: '',
    idempotencyKey: null,
    origin: OURS,
    caller: null,
    ...more,
  });
  const init = (more: Partial<Parameters<typeof shield.initCaptcha>[0]> = {}, callMore: Partial<CallContext> = {}) =>
    shield.initCaptcha({ clientId: 'cli', action: ACTION, deviceId: DEVICE, ...more }, call(callMore));
  /** The ticket of a check that is asked for. */
  const ticket = async (more: Parameters<typeof init>[0] = {}) => {
    const { url } = await init({ human: true, ...more });
    return new URL(url ?? '').searchParams.get('challenge') ?? '';
  };
  const work = (of: string) => shield.makeChallenge({ ticket: of }, call());
  const solve = (of: string, solution: string, redirectUri = LOADING, state = 's') =>
    shield.solveCheck({ ticket: of, solution, redirectUri, state }, call());
  const spend = (token: string, more: { action?: string; deviceId?: string; human?: boolean } = {}) =>
    shield.spendCaptcha({ token, action: ACTION, deviceId: DEVICE, human: true, ...more }, call());
  return { time, keyring, deps, shield, call, init, ticket, work, solve, spend };
}

/** Name and reason of the refusal that something ends with. */
export function refusal(done: Promise<unknown>): Promise<string> {
  return done.then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof AppError ? [error.errorName, error.detail?.reason].filter(Boolean).join(' ') : String(error),
  );
}
