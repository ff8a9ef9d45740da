/** The objects of links, with their calls counted. */
import { objects } from './share-fixture.ts';

/** @param note  called with the name of each method before it is called */
export function countedShares(note: (method: string) => void): typeof objects.shares {
  return {
    getByName: (name: string) =>
      new Proxy(objects.shares.getByName(name), {
        get: (stub, method) => {
          const work = Reflect.get(stub, method);
          if (typeof work !== 'function') return work;
          return (...args: unknown[]) => {
            note(String(method));
            return Reflect.apply(work, stub, args);
          };
        },
      }),
  } as unknown as typeof objects.shares;
}
