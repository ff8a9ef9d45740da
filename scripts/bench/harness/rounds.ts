/** Rounds over several targets, one after the other in turn, so that a slow minute of the machine meets all of them. */

/** Median with its range over the rounds. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

/** @param values  at least one */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  const median = sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
  return { median, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN };
}

/** The value that this share of the values is below. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Figures of one target by name, one spread each. */
export type Figures = Record<string, Spread>;

/**
 * Runs every target once per round and gathers what each run answers. A first round warms up and is not counted.
 * @param run  one run of one target; the figures it answers must have the same names each time
 */
export async function interleave<T extends { name: string }>(
  targets: readonly T[],
  rounds: number,
  run: (target: T, isWarmUp: boolean) => Promise<Record<string, number>>,
): Promise<Map<string, Figures>> {
  for (const target of targets) await run(target, true);
  const gathered = new Map<string, Record<string, number[]>>(targets.map(({ name }) => [name, {}]));
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) {
      const lists = gathered.get(target.name) ?? {};
      for (const [figure, value] of Object.entries(await run(target, false))) {
        lists[figure] ??= [];
        lists[figure].push(value);
      }
    }
  }
  return new Map(
    [...gathered].map(([name, lists]) => [
      name,
      Object.fromEntries(Object.entries(lists).map(([figure, values]) => [figure, spreadOf(values)])),
    ]),
  );
}
