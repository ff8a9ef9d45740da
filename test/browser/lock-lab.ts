/** Runs inside Chromium: the lock of the product, held and released by the test. */
import { ApiError } from '#client/api/errors.ts';
import { makeLock } from '#client/api/lock.ts';

const held = new Map<string, { release(): void }>();

const lockLab = {
  async hold(name: string, timeout?: number): Promise<string> {
    try {
      held.set(name, await makeLock(name).acquire(timeout === undefined ? {} : { timeout }));
      return 'held';
    } catch (error) {
      return error instanceof ApiError ? `${error.errorName} ${error.code}` : String(error);
    }
  },
  letGo: (name: string): void => held.get(name)?.release(),
};

export type LockLab = typeof lockLab;

Object.assign(globalThis, { lockLab });
