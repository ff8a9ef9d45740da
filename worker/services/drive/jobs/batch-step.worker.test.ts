/** A batch in many steps against the same batch in one: whatever the tree and the order of the ids, both leave the same. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { DAY_MS, makeDrive, refusalOf, type TestDrive } from '../drive-fixture.ts';
import { insertNode } from '../tree/tree.store.ts';
import { AT_ONCE } from './batch-job.store.ts';
import { STEP_NAMED_IDS } from './batch-step.store.ts';

const FOLDERS = 30;
const FILES = 320;
const CHOSEN = 280;
const NAMES = 90;

interface Act {
  readonly do: 'move' | 'trash' | 'untrash';
  readonly conflict: 'keep_both' | 'skip' | 'replace';
  readonly seed: number;
}

/** Numbers below `below`, the same for the same seed. */
function chances(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const idOf = (at: number): string => `V${String(at).padStart(25, '0')}`;

/** Folders in folders, and files of few names in all of them. */
async function plant(drive: TestDrive, seed: number): Promise<void> {
  unwrap(await drive.stub.space(drive.caller));
  const chance = chances(seed);
  await drive.inside((_, sql) => {
    const parentOf = (at: number): string => (chance(4) === 0 ? '' : idOf(chance(Math.min(at, FOLDERS))));
    for (let at = 0; at < FOLDERS + FILES; at += 1) {
      const name = at < FOLDERS ? `n${chance(NAMES)}` : `n${chance(NAMES)}.txt`;
      const parentId = at === 0 ? '' : parentOf(at);
      insertNode(sql, { id: idOf(at), parentId, isFile: at >= FOLDERS, name, nowMs: 1_000 });
    }
  });
}

interface Node extends Record<string, SqlStorageValue> {
  id: string;
  parent: string;
  state: number;
  name: string;
  is_file: number;
}

function nodesOf(drive: TestDrive): Promise<Node[]> {
  const text = `SELECT id, CASE state WHEN 0 THEN parent_id ELSE trash_parent_id END AS parent, state, name, is_file FROM nodes ORDER BY id`;
  return drive.inside((_, sql) => sql.exec<Node>(text).toArray());
}

/** The ids that a person could choose for this act: those in place, or all. */
function chooseIds(nodes: readonly Node[], act: Act): { ids: string[]; to: string } {
  const chance = chances(act.seed);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const lineOf = (id: string): Node[] => {
    const node = byId.get(id);
    return node ? [node, ...(node.state === 0 ? lineOf(node.parent) : [])] : [];
  };
  const isLive = (id: string) => lineOf(id).every(({ state }) => state === 0);
  const folders = nodes.filter(({ id, is_file }) => is_file === 0 && isLive(id));
  const to = folders[chance(folders.length + 1)]?.id ?? '';
  const above = new Set(lineOf(to).map(({ id }) => id));
  const fits = ({ id, parent }: Node): boolean =>
    act.do === 'untrash' || (isLive(id) && (act.do === 'trash' || (!above.has(id) && parent !== to)));
  const fitting = nodes.filter(fits).map(({ id }) => id);
  const ids: string[] = [];
  while (ids.length < CHOSEN && fitting.length > 0) ids.push(...fitting.splice(chance(fitting.length), 1));
  return { ids, to };
}

async function take(drive: TestDrive, act: Act, { ids, to }: { ids: string[]; to: string }, many: boolean) {
  // Named again and again, they are the same nodes but too many for the call.
  const asked = many ? Array.from({ length: AT_ONCE + 1 }, (_, at) => ids[at % ids.length] ?? '') : ids;
  const choice = { ids: asked, to, conflict: act.conflict, trashTtlMs: DAY_MS };
  const answer = await drive.stub[act.do](drive.caller, choice, null);
  if (!answer.ok) return { refusal: refusalOf(answer) };
  const rings = await drive.finish(answer.value);
  if (many && ids.length > STEP_NAMED_IDS * 5) expect(rings).toBeGreaterThan(1);
  const { phase, params } = await drive.task(answer.value);
  const { skipped = '[]', replaced = '[]' } = JSON.parse(params) as { skipped?: string; replaced?: string };
  const sorted = (text: string) => (JSON.parse(text) as string[]).toSorted();
  return { phase, skipped: sorted(skipped), replaced: sorted(replaced) };
}

test('a batch done step by step leaves what the same batch leaves that is done at once', async () => {
  const act = fc.record<Act>({
    do: fc.constantFrom('move', 'trash', 'untrash'),
    conflict: fc.constantFrom('keep_both', 'skip', 'replace'),
    seed: fc.nat(),
  });
  const acts = fc.array(act, { minLength: 3, maxLength: 5 });
  const property = fc.asyncProperty(fc.nat(), acts, async (seed, sequence) => {
    const [stepped, whole] = [makeDrive(), makeDrive()];
    for (const drive of [stepped, whole]) await plant(drive, seed);
    for (const each of [{ do: 'trash', conflict: 'keep_both', seed } as const, ...sequence]) {
      const chosen = chooseIds(await nodesOf(whole), each);
      if (chosen.ids.length === 0) continue;
      const expected = await take(whole, each, chosen, false);
      expect(await take(stepped, each, chosen, true)).toEqual(expected);
      expect(await nodesOf(stepped)).toEqual(await nodesOf(whole));
    }
    expect((await stepped.audit()).orphans).toBe(0);
  });
  await fc.assert(property, { numRuns: 5, seed: 20_261_122 });
}, 120_000);
