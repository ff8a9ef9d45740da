/** Finds the open windows of this browser by a Web Lock that the browser releases with its window. */
import { newIdempotencyKey } from '#client/api/client.ts';

export interface WindowMark {
  readonly name: string;
  /** Shows other windows from now on that this one works on a transfer. */
  hold(): void;
  /** Names of the windows that hold their lock. */
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
      // Without locks a second window offers the uploads of the first; the server still stores each part once.
      locks?.request(name, () => new Promise(() => undefined)).catch(() => undefined);
    },
    async living() {
      const { held = [] } = (await locks?.query()) ?? {};
      return new Set(held.flatMap((lock) => lock.name ?? []));
    },
  };
}
