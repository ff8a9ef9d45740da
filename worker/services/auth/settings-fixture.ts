/** A world of auth for changes of accounts: sudo tokens, proofs of addresses, events, another clock. */
import { runInDurableObject } from 'cloudflare:test';
import { AppError } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import type { DomainEvent } from '#worker/platform/domain-event.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { DEVICE, makeWorld, PASSWORD, type TestWorld } from './auth-fixture.ts';
import { onIdentifierLeft } from './events.ts';

/** The reason of a refusal, else its name. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? (error.detail?.reason ?? error.errorName) : String(error)),
  );

/** Null when nothing was refused. */
export const errorOf = (work: Promise<unknown>): Promise<AppError | null> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : null),
  );

export const freshEmail = (): string => `${newHexId(8)}@example.org`;

export interface Entered {
  readonly tokens: Awaited<ReturnType<TestWorld['signIn']>>['tokens'];
  readonly caller: Caller;
}

export interface SettingsWorld extends TestWorld {
  enter(username?: string, deviceId?: string): Promise<Entered>;
  sudo(caller: Caller, password?: string): Promise<string>;
  /** The verification token of a new code. */
  proof(email: string, caller: Caller): Promise<string>;
  /** Chooses a new password by a code. */
  reset(email: string, newPassword: string): Promise<void>;
  /** Collects the events of an account; released identifiers go to the directory of this world. */
  listen(userId: string, take?: (item: DomainEvent) => boolean): Promise<DomainEvent[]>;
  /** Gives an account another clock, and runs its alarm. */
  ringAt(userId: string, nowMs: number): Promise<void>;
}

export async function makeSettingsWorld(): Promise<SettingsWorld> {
  const world = await makeWorld();
  const askForCode = async (email: string, usage: 'change-email' | 'reset', caller: Caller | null): Promise<string> => {
    const captchaToken = await world.captcha('POST:/v1/auth/verification');
    const ask = { clientId: 'cli', email, usage, captchaToken } as const;
    const { verificationId } = await world.auth.startVerification(ask, world.call({ caller }));
    const code = world.letters.findLast((letter) => letter.to === email)?.code ?? '';
    return (await world.auth.verifyCode({ clientId: 'cli', verificationId, code })).verificationToken;
  };
  return {
    ...world,
    async enter(username = 'alice@example.com', deviceId = DEVICE) {
      const { tokens } = await world.signIn({ username }, { deviceId });
      return { tokens, caller: await world.bearer(tokens.access_token) };
    },
    sudo: async (caller, password = PASSWORD) =>
      (await world.auth.sudo({ password, captchaToken: '' }, caller, world.call())).sudoToken,
    proof: (email, caller) => askForCode(email, 'change-email', caller),
    async reset(email, newPassword) {
      const verificationToken = await askForCode(email, 'reset', null);
      await world.auth.resetPassword({ clientId: 'cli', email, newPassword, verificationToken }, world.call());
    },
    async listen(userId, take = () => true) {
      const received: DomainEvent[] = [];
      await runInDurableObject(world.accounts.getByName(userId), (object) => {
        Object.assign(object, {
          deliver: async (items: readonly DomainEvent[]) => {
            const taken = items.filter(take);
            for (const item of taken) if (item.event === 'auth.identifier-left') await onIdentifierLeft(world, item);
            received.push(...taken);
            return taken.map((item) => item.id);
          },
        });
      });
      return received;
    },
    async ringAt(userId, nowMs) {
      const stub = world.accounts.getByName(userId);
      await runInDurableObject(stub, (object) => {
        Object.assign(object, { clock: { nowMs: () => nowMs } });
      });
      await runAlarm(stub);
    },
  };
}
