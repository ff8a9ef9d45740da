/** Named proofs are repeated: a result older than two weeks must not outlive a change of what it proved. */
import { spawnSync } from 'node:child_process';
import { FRESH_DAYS, PROOFS, type ProofEntry } from '#scripts/proof/list.ts';
import { ageDays, newestOf, type ProofResult, readResults } from '#scripts/proof/results.ts';
import type { Finding } from '../finding.ts';

/** @returns files of `covers` that differ from `commit`; undefined where the history does not have it */
export type ChangedSince = (commit: string, covers: readonly string[]) => readonly string[] | undefined;

/** A proof that never ran has no result that could be stale. */
export function findStaleProofs(
  proofs: readonly ProofEntry[],
  results: readonly ProofResult[],
  nowMs: number,
  changedSince: ChangedSince,
): Finding[] {
  return proofs.flatMap(({ name, covers }): Finding[] => {
    const newest = newestOf(results, name);
    if (newest === undefined || ageDays(newest, nowMs) <= FRESH_DAYS) return [];
    const changed = changedSince(newest.commit, covers);
    if (changed?.length === 0) return [];
    const why =
      changed === undefined
        ? `the history does not have ${newest.commit.slice(0, 8)}, so the date alone decides`
        : `${changed.length} files that it covers have changed since, ${changed[0]} among them`;
    return [
      {
        path: 'scripts/proof/results.json',
        rule: 'proof',
        message: `the result of \`npm run proof -- ${name}\` is older than ${FRESH_DAYS} days, and ${why}`,
      },
    ];
  });
}

/** Compares the files with git, changes that are not committed included. */
export function makeChangedSince(top: string): ChangedSince {
  return (commit, covers) => {
    const { status, stdout } = spawnSync('git', ['diff', '--name-only', commit, '--', ...covers], {
      cwd: top,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
  };
}

export function checkProofs(top: string): Finding[] {
  return findStaleProofs(PROOFS, readResults(top), Date.now(), makeChangedSince(top));
}
