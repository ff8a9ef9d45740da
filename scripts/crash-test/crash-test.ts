/** One crash test: users work; the server is killed, started, awaited, audited and checked, again and again. */
import { setTimeout as delay } from 'node:timers/promises';
import { auditFolder } from '#scripts/audit/audit.ts';
import { makeWireClient, sha256 } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { type Caller, signIn } from './calls.ts';
import { ADDRESS_HEADER, COLLECT_STEPS } from './collect-steps.ts';
import { COMMON_STEPS } from './common-steps.ts';
import { FILE_STEPS } from './file-steps.ts';
import { FOLLOW_STEPS, makeShown } from './follow-steps.ts';
import { Lane, type Step, type Tally } from './lane.ts';
import { MARK_STEPS } from './mark-steps.ts';
import { type PlannedStep, planRound, type StepKind } from './plan.ts';
import { untilRecovered } from './recovery.ts';
import { goOn, REPLACE_STEPS } from './replace-steps.ts';
import { SHARE_STEPS } from './share-steps.ts';
import { SharedState } from './shared-state.ts';
import { readDrive } from './tree.ts';
import { isFull, TREE_STEPS } from './tree-steps.ts';
import { checkBytes, checkLanes, checkSessions, checkShares, checkVersions, settleLanes } from './verify.ts';
import { checkDirects, checkGrants, checkHandovers } from './verify-common.ts';
import { checkCollects, checkFollowed } from './verify-links.ts';

export interface CrashTestSettings {
  kills: number;
  seed: number;
  port: number;
  dataDir: string;
  store: 'disk' | 'r2';
  /** Longest time between two kills, ms. */
  longestMs: number;
  /** Called with a line for every round. */
  print(line: string): void;
}

export interface CrashTestResult {
  kills: number;
  acknowledged: number;
  unknown: number;
  happened: number;
  refused: number;
  lost: readonly string[];
  violations: readonly string[];
  orphans: number;
  filesCompared: number;
  /** Files that visitors sent, and that fetches of followed shares brought. */
  collected: number;
  fetched: number;
  recoveryMs: readonly number[];
}

const STEPS: Readonly<Record<StepKind, Step>> = {
  ...FILE_STEPS,
  ...TREE_STEPS,
  ...MARK_STEPS,
  ...REPLACE_STEPS,
  ...SHARE_STEPS,
  ...COMMON_STEPS,
  ...COLLECT_STEPS,
  ...FOLLOW_STEPS,
};
const PEOPLE = ['alice@example.com', 'bob@example.com', 'carla@example.com'];
/** Has no lane: the trash of this person is not compared entry by entry. */
const GIVER = 'olga@example.com';
/** Small parts, so that uploads in parts are cheap enough to be frequent. */
const LIMITS = { partBytes: 65_536 };
const LANES_EACH = 2;
const SAMPLED_FILES = 3;

/** A folder with nine files in three folders, to be shown by links; it never changes. */
async function makeExhibit(person: Caller, shared: SharedState): Promise<void> {
  const name = `exhibit of ${person.email}`;
  const id = await person.makeFolder(name);
  const digests = new Map<string, string>();
  for (const folder of ['a', 'b', 'c']) {
    const folderId = await person.makeFolder(folder, id);
    for (const index of [1, 2, 3]) {
      const bytes = shared.bytesOf(`${name}/${folder}/${index}`, 1_000 * index + folder.charCodeAt(0));
      await person.wire.upload(person, { name: `${index}.bin`, bytes, parentId: folderId });
      digests.set(`/${folder}/${index}.bin`, sha256(bytes));
    }
  }
  const tree = (await readDrive(person)).tops.get(name);
  const below = new Map(
    [...(tree?.entries ?? [])].map(([path, entry]) => [path, { ...entry, sha256: digests.get(path) ?? '' }]),
  );
  shared.exhibits.set(person.email, { id, name, below });
}

async function makeLanes(origin: string, shared: SharedState, tally: Tally): Promise<Lane[]> {
  const lanes: Lane[] = [];
  shared.origin = origin;
  for (const email of PEOPLE) {
    const person = await signIn(origin, email);
    shared.people.push(person);
    await makeExhibit(person, shared);
    for (let index = 0; index < LANES_EACH; index++) {
      const name = `${email.split('@')[0]}-${index}`;
      const folderId = await person.makeFolder(name);
      lanes.push(new Lane({ name, person, folderId, shared, tally, usesTrash: index === 0 }));
    }
  }
  shared.giver = await signIn(origin, GIVER);
  await makeShown(lanes, shared.giver);
  return lanes;
}

/** Works until the server is gone. */
async function work(lane: Lane, steps: readonly PlannedStep[], hasEnded: () => boolean): Promise<void> {
  for (let at = 0; !hasEnded(); at = (at + 1) % steps.length) {
    const planned = steps[at];
    if (!planned) return;
    const isMaking =
      planned.kind.startsWith('file-') ||
      ['copy', 'restore', 'save-common', 'folder', 'collect', 'follow'].includes(planned.kind);
    const step: PlannedStep = isFull(lane) && isMaking ? { ...planned, kind: 'delete' } : planned;
    const end = await (lane.replacing ? goOn(lane, lane.replacing) : STEPS[step.kind](lane, step.numbers));
    if (end === 'stop' || lane.inFlight !== null) return;
  }
}

/** Lets the lanes work and kills the server under them. */
async function workAndKill(
  server: TestServer,
  lanes: readonly Lane[],
  plan: ReturnType<typeof planRound>,
): Promise<void> {
  let over = false;
  const working = lanes.map((lane, index) => work(lane, plan.lanes[index] ?? [], () => over));
  await delay(plan.killAfterMs);
  over = true;
  await server.kill9();
  await Promise.all(working);
}

async function lookClosely(
  server: TestServer,
  dataDir: string,
  lanes: readonly Lane[],
  shared: SharedState,
  tally: Tally,
  random: () => number,
  count: number,
): Promise<number> {
  await settleLanes(lanes);
  // A repeated call may have started a job.
  tally.violations.push(...(await untilRecovered(dataDir)).map((what) => `not ended: ${what}`));
  await checkLanes(lanes);
  await checkShares(lanes, shared);
  await checkGrants(shared, tally);
  await checkHandovers(shared, tally);
  await checkDirects(shared, tally);
  await checkCollects(lanes);
  await checkFollowed(lanes);
  await checkSessions(makeWireClient(server.origin), shared, tally.violations);
  let compared = 0;
  for (const lane of lanes) compared += (await checkBytes(lane, count, random)) + (await checkVersions(lane, count));
  return compared;
}

/** Runs a crash test in an empty state folder. Ends early when something was lost or violated: the folder is then worth looking at. */
export async function runCrashTest(settings: CrashTestSettings): Promise<CrashTestResult> {
  const { kills, seed, dataDir, print } = settings;
  const tally: Tally = {
    acknowledged: 0,
    refused: new Map(),
    unknown: 0,
    happened: 0,
    notHappened: 0,
    lost: [],
    violations: [],
  };
  const shared = new SharedState(seed);
  const recoveryMs: number[] = [];
  let [killed, compared, orphans] = [0, 0, 0];
  const env = { BLOB_STORE: settings.store, LIMITS: JSON.stringify(LIMITS), TRUSTED_PROXY_HEADER: ADDRESS_HEADER };
  const start = (): Promise<TestServer> => startServer({ port: settings.port, dataDir, env });
  let server = await start();
  try {
    const lanes = await makeLanes(server.origin, shared, tally);
    const random = makeRandom(seed);
    for (let round = 0; killed < kills && tally.lost.length + tally.violations.length === 0; round++) {
      const plan = planRound(seed, round, lanes.length, settings.longestMs);
      await workAndKill(server, lanes, plan);
      killed += 1;
      let beganMs = performance.now();
      server = await start();
      if (plan.killAgainAfterMs !== null && killed < kills) {
        await delay(plan.killAgainAfterMs);
        await server.kill9();
        killed += 1;
        beganMs = performance.now();
        server = await start();
      }
      const left = await untilRecovered(dataDir);
      recoveryMs.push(performance.now() - beganMs);
      tally.violations.push(...left.map((what) => `not recovered: ${what}`));
      const audit = await auditFolder(dataDir, Date.now);
      tally.violations.push(
        ...audit.findings.map(
          ({ invariant, kind, where, ids, says }) => `${invariant} ${kind} in ${where}: ${says} [${ids.join(' ')}]`,
        ),
      );
      orphans += audit.findings.filter(({ kind }) => kind === 'orphan' || kind === 'stray-file').length;
      compared += await lookClosely(server, dataDir, lanes, shared, tally, random, SAMPLED_FILES);
      print(
        `kill ${killed}/${kills} after ${Math.round(plan.killAfterMs)} ms: ${tally.acknowledged} acknowledged, ${tally.unknown} unknown (${tally.happened} had happened), recovered in ${Math.round(recoveryMs.at(-1) ?? 0)} ms, ${audit.objects} objects, ${audit.blobs} blobs`,
      );
    }
    if (tally.lost.length + tally.violations.length === 0)
      for (const lane of lanes)
        compared +=
          (await checkBytes(lane, Number.POSITIVE_INFINITY, random)) +
          (await checkVersions(lane, Number.POSITIVE_INFINITY));
    if (tally.lost.length + tally.violations.length > 0)
      print(`output of the server:\n${server.output().slice(-4_000)}`);
  } finally {
    await server.stop();
  }
  const last = await auditFolder(dataDir, Date.now);
  tally.violations.push(
    ...last.findings.map(({ invariant, kind, where, says }) => `stopped: ${invariant} ${kind} in ${where}: ${says}`),
  );
  return {
    kills: killed,
    acknowledged: tally.acknowledged,
    unknown: tally.unknown,
    happened: tally.happened,
    refused: [...tally.refused.values()].reduce((sum, count) => sum + count, 0),
    lost: tally.lost,
    violations: tally.violations,
    orphans,
    filesCompared: compared,
    collected: shared.collected,
    fetched: shared.fetched,
    recoveryMs,
  };
}
