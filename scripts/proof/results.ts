/** The results of the proofs: data in the tree. Pure but for reading and writing the one file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '#shared/units.ts';
import { FRESH_DAYS, type ProofEntry } from './list.ts';

/** Counts, and figures whose names end in `Ms` or `PerSecond`; only counts are added up. */
export type Numbers = Readonly<Record<string, number>>;

export interface ProofResult {
  readonly name: string;
  /** Moment of the end of the run, RFC 3339. */
  readonly date: string;
  /** The code that was proved. */
  readonly commit: string;
  /** null for a proof that draws nothing at random. */
  readonly seed: number | null;
  readonly seconds: number;
  readonly numbers: Numbers;
}

const FILE = 'scripts/proof/results.json';

export function readResults(top: string): ProofResult[] {
  return JSON.parse(readFileSync(join(top, FILE), 'utf8')) as ProofResult[];
}

export function writeResults(top: string, results: readonly ProofResult[]): void {
  writeFileSync(join(top, FILE), `${JSON.stringify(results, null, 2)}\n`);
}

export function ageDays({ date }: ProofResult, nowMs: number): number {
  return (nowMs - Date.parse(date)) / DAY_MS;
}

/** All results after a run: one that does not add up replaces the former, one that does replaces the same seed and ends old ones. */
export function withResult(results: readonly ProofResult[], { addsUp }: ProofEntry, added: ProofResult): ProofResult[] {
  const nowMs = Date.parse(added.date);
  const stays = (result: ProofResult): boolean =>
    result.name !== added.name || (addsUp && result.seed !== added.seed && ageDays(result, nowMs) <= FRESH_DAYS);
  return [...results.filter(stays), added];
}

/** The result that decides about a proof; undefined before the first. */
export function newestOf(results: readonly ProofResult[], name: string): ProofResult | undefined {
  return results
    .filter((result) => result.name === name)
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .at(-1);
}

/** Counts added up over the results of a proof, figures as the highest. */
export function sumOf(results: readonly ProofResult[], name: string): Numbers {
  const sum: Record<string, number> = {};
  for (const { numbers } of results.filter((result) => result.name === name))
    for (const [key, value] of Object.entries(numbers)) {
      const isFigure = /Ms$|PerSecond$/.test(key);
      sum[key] = isFigure ? Math.max(sum[key] ?? 0, value) : (sum[key] ?? 0) + value;
    }
  return sum;
}
