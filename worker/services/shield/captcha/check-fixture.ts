/** A shield for the tests of the human check: real objects, its own keys and clock, work that is solved at once. */
import { env } from 'cloudflare:workers';
import { AppError } from '#shared/errors.ts';
import { makeCall } from '#worker/platform/call-fixture.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { makeShieldParts, makeShieldService, type ShieldDeps } from '../index.ts';
import { makeChallenge } from './make-challenge.ts';
import { solveCheck } from './solve-check.ts';

export const DEVICE = '0123456789abcdef0123456789abcdef';
export const ACTION = 'POST:/v1/auth/signin';
export const OURS = 'https://drive.example.com';
export const LOADING = `${OURS}/loading`;
const namespace = (env as unknown as { SHIELD: ShieldDeps['shield'] }).SHIELD;

export function makeWorld(change: Partial<ShieldDeps> = {}) {
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
  const parts = makeShieldParts(deps);
  const shield = makeShieldService(parts);
  const call = (more: Partial<CallContext> = {}) =>
    makeCall(time.nowMs, { deviceId: DEVICE, clientId: 'cli', origin: OURS, ...more });
  const init = (more: Partial<Parameters<typeof shield.initCaptcha>[0]> = {}, callMore: Partial<CallContext> = {}) =>
    shield.initCaptcha({ clientId: 'cli', action: ACTION, deviceId: DEVICE, ...more }, call(callMore));
  /** The ticket of a new check. */
  const ticket = async (more: Parameters<typeof init>[0] = {}) => {
    const { url } = await init({ human: true, ...more });
    return new URL(url ?? '').searchParams.get('challenge') ?? '';
  };
  const work = (of: string) => makeChallenge(parts, of, call());
  const solve = (of: string, solution: string, redirectUri = LOADING, state = 's') =>
    solveCheck(parts, { ticket: of, solution, redirectUri, state }, call());
  const spend = (token: string, more: { action?: string; deviceId?: string; human?: boolean } = {}) =>
    shield.spendCaptcha({ token, action: ACTION, deviceId: DEVICE, human: true, ...more }, call());
  return { time, keyring, deps, parts, shield, call, init, ticket, work, solve, spend };
}

/** Name and reason of the refusal that the work ends with. */
export function refusal(done: Promise<unknown>): Promise<string> {
  return done.then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof AppError ? [error.errorName, error.detail?.reason].filter(Boolean).join(' ') : String(error),
  );
}
