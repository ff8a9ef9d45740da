/** Endpoints of rewards: the state of each task that gives one, and taking it. Source: wire-contract.md section 7, spec 7.2. */
import * as v from 'valibot';
import { endpoint, optionalText, queryTexts } from '#shared/contract.ts';
import { CLAIM_ERRORS } from './claims.contract.ts';
import { TRAFFIC_KINDS } from './ledger.ts';

/**
 * `''`: the person has not done it yet, or is newer than what an activity makes up for. `init`: nothing to take now. `toget`: a reward waits. `success`: taken; of a daily
 * task, today's.
 */
const result = v.picklist(['', 'init', 'toget', 'success']);
/** `bot_checked`: the call carries a captcha token of a passed human check, for its device. */
const state = v.object({ result, bot_checked: v.boolean() });
export type TaskState = v.InferOutput<typeof state>;

/** The parameter that names a task. */
export const TASK_PARAMETER = 'scene';
/** Tasks with a reward. */
export const REWARD_TASKS = ['check_in', 'free_vip'] as const;
export type RewardTask = (typeof REWARD_TASKS)[number];
/** Tasks that existing clients ask for and that have no reward here: `init`, and refused by name (docs/decisions/0432-tasks-without-a-reward.md). */
const UNPAID_TASKS: readonly string[] = ['upload_file', 'install_web_extension'];

export function isRewardTask(text: string): text is RewardTask {
  return REWARD_TASKS.some((task) => task === text);
}

export function isUnpaidTask(text: string): boolean {
  return UNPAID_TASKS.includes(text);
}

/** Tasks of one call. */
const MOST_TASKS = 20;
const tasks = v.pipe(queryTexts, v.maxLength(MOST_TASKS));

/** Also the name of an activity, or a type of compensation. */
const task = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

const reward = v.object({
  type: v.picklist(['premium', 'storage', 'traffic']),
  /** '' for another reward. */
  traffic: v.picklist(['', ...TRAFFIC_KINDS]),
  /** Bytes; 0 for premium. */
  size: v.number(),
  days: v.number(),
});

export const rewardsContract = {
  taskStatus: endpoint({
    id: 'membership.taskStatus',
    method: 'GET',
    path: '/vip/v1/task/status',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ [TASK_PARAMETER]: task }),
    output: state,
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'Whether a reward waits for the caller',
  }),
  taskStatuses: endpoint({
    id: 'membership.taskStatuses',
    method: 'GET',
    path: '/vip/v1/task/status:batchGet',
    host: 'drive',
    callers: 'person',
    idempotency: 'read',
    query: v.object({ [TASK_PARAMETER]: tasks }),
    output: v.object({ data: v.record(v.string(), state) }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary: 'The same of several tasks; unknown ones are left out',
  }),
  rewardVip: endpoint({
    id: 'membership.rewardVip',
    method: 'POST',
    path: '/vip/v1/activity/rewardVip',
    host: 'drive',
    callers: 'person',
    idempotency: 'natural',
    body: v.object({
      /** `check_in`, `free_vip`, or an activity with one reward. */
      type: task,
      data: v.nullish(v.object({ time_zone: optionalText })),
    }),
    output: v.object({
      result: v.literal('success'),
      /** Days of premium that this call gave; 0 for another reward, and for a repeat. */
      free_days: v.number(),
      /** Ours: the day that is taken; null for other rewards. */
      data: v.nullable(
        v.object({
          day: v.string(),
          streak: v.number(),
          time_zone: v.string(),
          repeated: v.boolean(),
          reward: v.nullable(reward),
        }),
      ),
    }),
    errors: ['unauthenticated', 'invalid_argument', 'failed_precondition', ...CLAIM_ERRORS],
    summary: 'Takes a reward that waits; of the check-in one a day, however often it is called',
  }),
} as const;
