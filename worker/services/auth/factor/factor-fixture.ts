/** A person with a second factor, for the tests of auth: alice of a room, with the app's own sums. */
import { AppError } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import { PASSWORD, type TestRoom } from '../auth-fixture.ts';
import { totpCode } from './totp.ts';

export const STEP_MS = 30_000;

/** Name, reason and metadata of a refusal; a success is `no refusal`. */
export async function refusalOf(work: Promise<unknown>): Promise<{ name: string; reason?: string | undefined }> {
  try {
    await work;
    return { name: 'no refusal' };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { name: error.errorName, reason: error.detail?.reason };
  }
}

export async function caughtBy(work: Promise<unknown>): Promise<AppError> {
  const error = await work.catch((caught: unknown) => caught);
  if (!(error instanceof AppError)) throw new Error(`no refusal: ${JSON.stringify(error)}`);
  return error;
}

export interface Guarded {
  readonly caller: Caller;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** What the app shows at the room's time. */
  code(): string;
  sudo(): Promise<string>;
  /** First step; the ticket for the second. */
  firstStep(more?: { clientId?: string; deviceId?: string }): Promise<string>;
  secondStep(
    token: string,
    by: { code?: string; recovery?: string },
    more?: { clientId?: string; deviceId?: string },
  ): ReturnType<TestRoom['auth']['signIn']>;
}

export async function sudoOf(room: TestRoom, caller: Caller): Promise<string> {
  return (await room.auth.sudo({ password: PASSWORD, captchaToken: '' }, caller, room.call({ caller }))).sudoToken;
}

/** Switches the second factor of alice on, one step before the room's time goes on. */
export async function guardAlice(room: TestRoom): Promise<Guarded> {
  const { tokens } = await room.signIn();
  const caller = await room.bearer(tokens.access_token);
  const sudo = () => sudoOf(room, caller);
  const setup = await room.auth.setUpTwoFactor(caller, { sudoToken: await sudo() }, room.call({ caller }));
  const code = () => totpCode(setup.secret, room.time.nowMs);
  const { recoveryCodes } = await room.auth.enableTwoFactor(
    caller,
    { setupToken: setup.setupToken, code: code() },
    room.call({ caller }),
  );
  // The code of that step is used up.
  room.time.nowMs += STEP_MS;
  return {
    caller,
    secret: setup.secret,
    recoveryCodes,
    code,
    sudo,
    async firstStep({ clientId = 'cli', ...more } = {}) {
      const error = await caughtBy(room.signIn({ clientId }, more));
      if (error.errorName !== 'two_factor_required') throw error;
      return error.detail?.metadata?.['two_factor_token'] ?? '';
    },
    secondStep: (token, by, { clientId = 'cli', ...more } = {}) =>
      room.auth.signIn(
        {
          clientId,
          username: '',
          password: '',
          captchaToken: '',
          twoFactorToken: token,
          twoFactorCode: by.code ?? '',
          recoveryCode: by.recovery ?? '',
        },
        room.call(more),
      ),
  };
}
