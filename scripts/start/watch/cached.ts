/** One reading for all who ask at the same time or soon after: a look costs the same, however often it is asked for. */

/** @param freshMs  age up to which a reading is used again. A failed one is not */
export function makeCached<T>(read: () => Promise<T>, freshMs: number, now: () => number = () => performance.now()) {
  let last: { readonly value: T; readonly atMs: number } | undefined;
  let running: Promise<T> | undefined;
  return (): Promise<T> => {
    if (last && now() - last.atMs < freshMs) return Promise.resolve(last.value);
    running ??= read()
      .then((value) => {
        last = { value, atMs: now() };
        return value;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
}
