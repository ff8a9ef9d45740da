/** A person with a second factor, for the tests of auth: alice of a world, and the codes of her app. */
import { AppError } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';
import { PASSWORD, type TestWorld } from '../auth-fixture.ts';
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
  /** The app's code at the world's time. */
  code(): string;
  sudo(): Promise<string>;
  /** First step; the ticket for the second. */
  firstStep(more?: { clientId?: string; deviceId?: string }): Promise<string>;
  secondStep(
    token: string,
    by: { code?: string; recovery?: string },
    more?: { clientId?: string; deviceId?: string },
  ): ReturnType<TestWorld['auth']['signIn']>;
}

export async function sudoOf(world: TestWorld, caller: Caller): Promise<string> {
  return (await world.auth.sudo({ password: PASSWORD, captchaToken: '' }, caller, world.call({ caller }))).sudoToken;
}

/** Switches the second factor of alice on, one step before the world's time goes on. */
export async function guardAlice(world: TestWorld): Promise<Guarded> {
  const { tokens } = await world.signIn();
  const caller = await world.bearer(tokens.access_token);
  const sudo = () => sudoOf(world, caller);
  const setup = await world.auth.setUpTwoFactor(caller, { sudoToken: await sudo() }, world.call({ caller }));
  const code = () => totpCode(setup.secret, world.time.nowMs);
  const { recoveryCodes } = await world.auth.enableTwoFactor(
    caller,
    { setupToken: setup.setupToken, code: code() },
    world.call({ caller }),
  );
  // The code of that step is used up.
  world.time.nowMs += STEP_MS;
  return {
    caller,
    secret: setup.secret,
    recoveryCodes,
    code,
    sudo,
    async firstStep({ clientId = 'cli', ...more } = {}) {
      const error = await caughtBy(world.signIn({ clientId }, more));
      if (error.errorName !== 'two_factor_required') throw error;
      return error.detail?.metadata?.['two_factor_token'] ?? '';
    },
    secondStep: (token, by, { clientId = 'cli', ...more } = {}) =>
      world.auth.signIn(
        {
          clientId,
          username: '',
          password: '',
          captchaToken: '',
          twoFactorToken: token,
          twoFactorCode: by.code ?? '',
          recoveryCode: by.recovery ?? '',
        },
        world.call(more),
      ),
  };
}
