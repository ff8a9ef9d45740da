/** Acts of operators after a moment, read before an installation goes back to it: its log goes back too, and what they did with it. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Installation } from './installation.ts';

export interface NotedAct {
  readonly seq: number;
  readonly atMs: number;
  readonly by: { readonly id: string; readonly name: string; readonly via: string };
  readonly act: string;
  readonly name: string;
  readonly note: string;
}

/** Acts that took access away, or gave it: what they did is undone. All sessions end anyway. */
const ACTS_ON_ACCESS: ReadonlySet<string> = new Set([
  'operator_added',
  'operator_removed',
  'person_blocked',
  'person_unblocked',
  'person_reset',
  'person_factor_removed',
  'person_deleted',
  'person_kept',
  'case_decided',
  'links_judged',
]);

/** Oldest first. */
export async function actsAfter({ ask }: Pick<Installation, 'ask'>, atMs: number): Promise<NotedAct[]> {
  const found: NotedAct[] = [];
  for (let before = 0; ; before = found.at(-1)?.seq ?? 0) {
    const { acts } = await ask<{ acts: NotedAct[] }>('/_internal/recovery/acts', { before });
    const after = acts.filter((each) => each.atMs > atMs);
    found.push(...after);
    if (acts.length === 0 || after.length < acts.length) return found.toReversed();
  }
}

/**
 * For its owner only: notes name people. Acts that an earlier run has saved stay: the log may have gone back since.
 * @returns all, oldest first
 */
export function saveActs(file: string, acts: readonly NotedAct[]): NotedAct[] {
  const saved = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const found = new Set(acts.map(({ seq }) => seq));
  const all = [...saved.map((line) => JSON.parse(line) as NotedAct).filter(({ seq }) => !found.has(seq)), ...acts];
  const draft = `${file}.draft`;
  writeFileSync(draft, all.map((each) => `${JSON.stringify(each)}\n`).join(''), { mode: 0o600, flush: true });
  renameSync(draft, file);
  return all;
}

/** One line each. A note is quoted: it may hold any character. */
export function actsToRepeat(acts: readonly NotedAct[]): string[] {
  return acts
    .filter(({ act }) => ACTS_ON_ACCESS.has(act))
    .map(({ atMs, act, note }) => `${new Date(atMs).toISOString()} ${act} ${JSON.stringify(note)}`);
}
