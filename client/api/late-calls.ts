/** Calls of a part whose code comes after the page is alive: each waits for it, and knows nothing else of it. */
import { unreachable } from './errors.ts';

/** A part of nothing but functions that answer promises. */
type Calls<T> = { readonly [Name in keyof T]: (...input: never[]) => Promise<unknown> };

export interface LatePart<T> {
  readonly calls: T;
  /** Brings the part before it is needed; a failure shows when it is. */
  warm(): void;
}

/**
 * @param load  asked again after it failed
 * @returns calls that reject with ApiError `unreachable` while the part does not come
 */
export function lateCalls<T extends object & Calls<T>>(load: () => Promise<T>): LatePart<T> {
  let loading: Promise<T> | null = null;

  function part(): Promise<T> {
    loading ??= load().catch((cause: unknown) => {
      loading = null;
      throw unreachable('page', cause);
    });
    return loading;
  }

  const forward =
    (_: unknown, name: string | symbol) =>
    async (...input: never[]) => {
      const loaded = await part();
      return loaded[name as keyof T](...input);
    };
  return {
    // One function for every name the part has: only its type knows them before it is here.
    calls: new Proxy<object>({}, { get: forward }) as T,
    warm: () => void part().catch(() => undefined),
  };
}
