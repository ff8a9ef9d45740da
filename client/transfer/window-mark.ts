/** Which windows of this browser are alive: a lock that ends with its window, however that ends. */
import { newIdempotencyKey } from '#client/api/client.ts';

export interface WindowMark {
  readonly name: string;
  /** From now on others see that this window works on something. */
  hold(): void;
  /** Names of all windows that hold theirs. */
  living(): Promise<ReadonlySet<string>>;
}

export function makeWindowMark(locks: LockManager | undefined): WindowMark {
  const name = `magpie-uploads-${newIdempotencyKey()}`;
  let isHeld = false;
  return {
    name,
    hold() {
      if (isHeld) return;
      isHeld = true;
      // Without locks a second window offers what the first is doing; the server takes each part once all the same.
      locks?.request(name, () => new Promise(() => undefined)).catch(() => undefined);
    },
    async living() {
      const { held = [] } = (await locks?.query()) ?? {};
      return new Set(held.flatMap((lock) => lock.name ?? []));
    },
  };
}
