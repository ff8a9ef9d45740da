/**
 * The plan of a crash test, a pure function of its seed: which steps each lane takes between two kills, and when the
 * kills come. The numbers of a step choose its object among the lane's entries at that moment.
 */

import { makeRandom } from '#worker/platform/faults/faults.ts';

/** Steps a lane can take, and how often each comes among about two hundred. */
const WEIGHTS = {
  folder: 9,
  'file-single': 16,
  'file-parts': 10,
  'file-small-parts': 8,
  'file-empty': 3,
  'file-large': 1,
  'file-put': 12,
  'file-group': 8,
  'file-known': 8,
  'file-left-open': 3,
  resume: 4,
  abort: 3,
  move: 9,
  copy: 8,
  rename: 7,
  trash: 6,
  untrash: 4,
  delete: 6,
  'empty-trash': 2,
  star: 6,
  'rename-many': 5,
  note: 6,
  'forget-notes': 2,
  find: 4,
  replace: 10,
  'replace-put': 5,
  'version-restore': 5,
  'version-delete': 2,
  'move-taken': 6,
  share: 3,
  unshare: 2,
  restore: 6,
  grant: 4,
  accept: 4,
  'save-common': 4,
  'hand-over': 2,
  direct: 3,
  collect: 10,
  'collect-undo': 4,
  follow: 14,
  session: 1,
} as const;

export type StepKind = keyof typeof WEIGHTS;

const STEPS = Object.keys(WEIGHTS) as StepKind[];
/** One step with the numbers, 0 to 1, that its choices come from. */
export interface PlannedStep {
  kind: StepKind;
  numbers: readonly [number, number, number, number];
}

/** One kill. */
export interface PlannedRound {
  /** From the moment the lanes start to the kill. */
  killAfterMs: number;
  /** A second kill so long after the next start is ready, before it has recovered; null: none. */
  killAgainAfterMs: number | null;
  /** Steps by lane; a lane that has ended its steps begins again. */
  lanes: readonly (readonly PlannedStep[])[];
}

const STEPS_A_ROUND = 400;
const SHORTEST_MS = 100;
const KILL_AGAIN_CHANCE = 0.2;
const KILL_AGAIN_SPAN_MS = 500;

function pickStep(at: number): StepKind {
  let left = at * STEPS.reduce((sum, kind) => sum + WEIGHTS[kind], 0);
  for (const kind of STEPS) {
    left -= WEIGHTS[kind];
    if (left < 0) return kind;
  }
  return 'folder';
}

/** @param longestMs  longest time the lanes work between two kills */
export function planRound(seed: number, round: number, lanes: number, longestMs: number): PlannedRound {
  const random = makeRandom(Math.imul(seed, 7_919) + round);
  const killAfterMs = SHORTEST_MS + random() * (longestMs - SHORTEST_MS);
  const again = random();
  const againAt = random() * KILL_AGAIN_SPAN_MS;
  return {
    killAfterMs,
    killAgainAfterMs: again < KILL_AGAIN_CHANCE ? againAt : null,
    lanes: Array.from({ length: lanes }, () =>
      Array.from({ length: STEPS_A_ROUND }, () => ({
        kind: pickStep(random()),
        numbers: [random(), random(), random(), random()] as const,
      })),
    ),
  };
}
