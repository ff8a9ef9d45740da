/**
 * All stored objects of a closed installation go back to one moment. First each is armed, and returns the bookmark that undoes it; a file
 * has these before anything changes. Then all are started again, which is when they go back, and every session ends.
 */
import { actsAfter, type NotedAct, saveActs } from './acts-after.ts';
import { boundClasses, requireClosed } from './closed.ts';
import { type Installation, objectPages } from './installation.ts';
import { Stop } from './stop.ts';
import { beginUndo, endUndo, readUndo, recordAllDone, recordUndo, type Undo } from './undo-file.ts';

/** Each is two calls of the Worker, which may make 1,000. */
const OBJECTS_AT_ONCE = 100;
const DAYS = 30;
const DAY_MS = 86_400_000;
const SHOWN = 10;

interface Armed {
  readonly id: string;
  readonly undo: string;
  readonly refused: string;
}

export interface GoBackOptions {
  readonly atMs: number;
  readonly nowMs: number;
  readonly undoFile: string;
  /** Gets the acts of operators after the moment. */
  readonly actsFile: string;
  /** Goes on although some objects cannot: they stay as they are. */
  readonly despiteRefusals: boolean;
  print(line: string): void;
}

function batchesOf<T>(all: readonly T[]): T[][] {
  const count = Math.ceil(all.length / OBJECTS_AT_ONCE);
  return Array.from({ length: count }, (_, at) => all.slice(at * OBJECTS_AT_ONCE, (at + 1) * OBJECTS_AT_ONCE));
}

/** Of each object the bookmark from before it was first armed. */
function firstOfEach(all: readonly Undo[]): Map<string, Undo[]> {
  const seen = new Set<string>();
  const groups = new Map<string, Undo[]>();
  for (const each of all) {
    const key = `${each.binding}/${each.id}`;
    if (seen.has(key)) continue;
    seen.add(key);
    groups.set(each.binding, [...(groups.get(each.binding) ?? []), each]);
  }
  return groups;
}

async function restart({ ask }: Installation, groups: ReadonlyMap<string, readonly Undo[]>): Promise<number> {
  let count = 0;
  for (const [binding, all] of groups)
    for (const some of batchesOf(all)) {
      await ask('/_internal/recovery/restart', { binding, objects: some.map(({ id }) => id) });
      count += some.length;
    }
  return count;
}

function stopForRefusals(refused: readonly (Armed & { binding: string })[], remedy: string): Stop {
  const shown = refused
    .slice(0, SHOWN)
    .map(({ binding, id, refused: why }) => `${binding} ${id}: ${why}`)
    .join('\n');
  return new Stop(`${refused.length} objects cannot go back, so none was started again:\n${shown}`, remedy);
}

/** Sessions that had ended since the moment would be valid again. @throws Stop where one may be */
export async function endSessions({ ask }: Installation, accounts: readonly string[]): Promise<void> {
  const failed: string[] = [];
  for (const some of batchesOf(accounts)) {
    const body = { objects: some };
    const { objects } = await ask<{ objects: { id: string; refused: string }[] }>(
      '/_internal/recovery/end-sessions',
      body,
    );
    failed.push(...objects.filter((each) => each.refused !== '').map(({ id, refused }) => `${id}: ${refused}`));
  }
  if (failed.length > 0)
    throw new Stop(
      `everything is there, and the sessions of ${failed.length} accounts did not end:\n${failed.slice(0, SHOWN).join('\n')}`,
      'Run the same command again when the reason is gone, before you open the installation.',
    );
}

export interface WentBack {
  readonly count: number;
  /** Oldest first; what they did is undone. */
  readonly acts: readonly NotedAct[];
}

/** @returns how many objects went back. @throws Stop before any of them did, or where to go on */
export async function goBack(installation: Installation, options: GoBackOptions): Promise<WentBack> {
  const { atMs, nowMs, undoFile, actsFile, despiteRefusals, print } = options;
  if (!(atMs < nowMs && atMs > nowMs - DAYS * DAY_MS))
    throw new Stop(
      'the moment must be in the last 30 days',
      'Give it as --at 2026-11-26T12:00:00Z. Cloudflare holds no older state.',
    );
  await requireClosed(installation);
  const acts = saveActs(actsFile, await actsAfter(installation, atMs));
  beginUndo(undoFile);
  const refused: (Armed & { binding: string })[] = [];
  const told: Undo[] = [];
  const bound = await boundClasses(installation);
  for (const { binding, className } of bound) {
    let count = 0;
    for await (const page of objectPages(installation, className, ''))
      for (const ids of batchesOf(page.ids)) {
        const body = { binding, objects: ids, at: atMs };
        const { objects } = await installation.ask<{ objects: Armed[] }>('/_internal/recovery/go-back', body);
        const done = objects
          .filter((each) => each.refused === '')
          .map(({ id, undo }): Undo => ({ binding, id, bookmark: undo }));
        recordUndo(undoFile, done);
        refused.push(...objects.filter((each) => each.refused !== '').map((each) => ({ ...each, binding })));
        told.push(...done);
        count += done.length;
      }
    print(`${className}: ${count} objects are told`);
  }
  recordAllDone(undoFile);
  if (refused.length > 0 && !despiteRefusals)
    throw stopForRefusals(
      refused,
      `Cancel it: the same command with --undo ${undoFile} in place of --at. Or go on without them: the same command with --despite-refusals.`,
    );
  if (told.length === 0) throw new Stop('no objects were found', 'Look at the account and the name in the settings.');
  const groups = firstOfEach(told);
  const count = await restart(installation, groups);
  const accounts = bound.find(({ className }) => className === 'AccountObject');
  await endSessions(
    installation,
    (groups.get(accounts?.binding ?? '') ?? []).map(({ id }) => id),
  );
  endUndo(undoFile);
  return { count, acts };
}

/** Undoes what a file of `goBack` has noted. @returns how many objects went forward again */
export async function undoGoBack(installation: Installation, file: string): Promise<number> {
  const groups = firstOfEach(readUndo(file));
  await requireClosed(installation);
  const refused: (Armed & { binding: string })[] = [];
  for (const [binding, all] of groups)
    for (const some of batchesOf(all)) {
      const body = { binding, objects: some.map(({ id, bookmark }) => ({ id, bookmark })) };
      const { objects } = await installation.ask<{ objects: Armed[] }>('/_internal/recovery/undo', body);
      refused.push(...objects.filter((each) => each.refused !== '').map((each) => ({ ...each, binding })));
    }
  if (refused.length > 0) throw stopForRefusals(refused, 'Run the same command again when the reason is gone.');
  const count = await restart(installation, groups);
  endUndo(file);
  return count;
}
