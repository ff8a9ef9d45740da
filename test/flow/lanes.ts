/** Runs work over a list a few at a time, so that a test is quick without flooding a small machine. */

/** @returns the results of `work`, in the order of the items */
export async function inLanes<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries();
  const lane = async (): Promise<void> => {
    for (const [at, item] of entries) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return results;
}
