/** Parts whose code loads after hydration: each call waits for the code. */
import { unreachable } from './errors.ts';

/** Loads a part once, and again after a failure. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

/** A part that has only functions which return promises. */
type Calls<T> = { readonly [Name in keyof T]: (...input: never[]) => Promise<unknown> };

export interface LatePart<T> {
  readonly calls: T;
  /** Loads the part ahead of the first call. A failure shows only with a call. */
  warm(): void;
}

/**
 * @param load  called again after a failure
 * @returns calls that reject with ApiError `unreachable` when the part does not load
 */
export function lateCalls<T extends object & Calls<T>>(load: () => Promise<T>): LatePart<T> {
  const part = loadOnce(() =>
    load().catch((cause: unknown) => {
      throw unreachable('page', cause);
    }),
  );
  const made = new Map<string | symbol, (...input: never[]) => Promise<unknown>>();

  /** The same function at each look: effects of views depend on it. */
  function forward(_: unknown, name: string | symbol): (...input: never[]) => Promise<unknown> {
    const known = made.get(name);
    if (known) return known;
    const call = async (...input: never[]) => (await part())[name as keyof T](...input);
    made.set(name, call);
    return call;
  }
  return {
    // One function for every name: before the part is loaded only its type has the names.
    calls: new Proxy<object>({}, { get: forward }) as T,
    warm: () => void part().catch(() => undefined),
  };
}
