/** Looks whether content may still be sent, for tests: a test waits for one instead of for a time. */
import type { ObjectsByName } from '#worker/platform/rpc.ts';

export type Looks = ReturnType<typeof makeLooks>;

export function makeLooks() {
  let begun = 0;
  const waiting = new Set<{ readonly from: number; readonly resolve: () => void }>();
  return {
    async run<T>(look: () => Promise<T>): Promise<T> {
      begun += 1;
      const at = begun;
      try {
        return await look();
      } finally {
        for (const { from, resolve } of waiting) if (at > from) resolve();
      }
    },
    /** Ends when a look that begins from now on has been answered, and its asker has the answer. */
    async next(): Promise<void> {
      await new Promise<void>((resolve) => void waiting.add({ from: begun, resolve }));
      await scheduler.wait(1);
    },
  };
}

/** Drives whose calls of `method` are looks. */
export function drivesWithLooks(drives: ObjectsByName, method: string, looks: Looks): ObjectsByName {
  return {
    getByName: (name) => {
      const stub = drives.getByName(name) as Record<string, (...args: unknown[]) => Promise<unknown>>;
      return new Proxy(stub, {
        get: (target, key) =>
          key === method
            ? (...args: unknown[]) => looks.run(async () => target[method]?.(...args))
            : Reflect.get(target, key),
      });
    },
  };
}
