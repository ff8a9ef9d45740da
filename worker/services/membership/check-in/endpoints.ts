/** Endpoints of rewards -> operations. */
import type { Hono } from 'hono';
import { AppError } from '#shared/errors.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import {
  isRewardTask,
  type RewardTask,
  rewardsContract,
  TASK_PARAMETER,
  type TaskState,
} from '#shared/membership/rewards.contract.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { MembershipRouteDeps } from '../deps.ts';
import { checkIn, checkInBoard, rewards } from './check-in.ts';

/** More than there are tasks. */
const MAX_TASKS = 20;

/** @throws AppError invalid_argument for a name that is no time zone */
function zoneOf(named: string): string {
  if (named === '') return '';
  const zone = readTimeZone(named);
  // An unknown name reads as UTC.
  if (zone !== named) throw new AppError('invalid_argument', { reason: 'malformed', field: 'data.time_zone' });
  return zone;
}

function wireReward(item: GrantItem) {
  return {
    type: item.type,
    traffic: item.type === 'traffic' ? item.traffic : ('' as const),
    size: item.type === 'premium' ? 0 : item.bytes,
    days: item.days,
  };
}

async function stateOf(deps: MembershipRouteDeps, userId: string, task: RewardTask): Promise<TaskState> {
  if (task !== 'check_in' || !(await rewards(deps)).checkIn.open) return { result: 'init', bot_checked: false };
  return { result: (await checkInBoard(deps, userId, '')).status.result, bot_checked: false };
}

/** @throws AppError invalid_argument */
function tasksIn(request: Request): RewardTask[] {
  const asked = new URL(request.url).searchParams.getAll(TASK_PARAMETER).flatMap((text) => text.split(','));
  if (asked.length > MAX_TASKS) throw new AppError('invalid_argument', { reason: 'too_long', field: TASK_PARAMETER });
  return [...new Set(asked)].filter(isRewardTask);
}

export function makeRewardRoutes(deps: MembershipRouteDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, rewardsContract.taskStatus, async ({ caller, query }) => {
    const [state] = await Promise.all([
      stateOf(deps, caller.userId, query[TASK_PARAMETER]),
      deps.auth.ownPerson(caller),
    ]);
    return state;
  });
  bindEndpoint(router, rewardsContract.taskStatuses, async ({ caller, request }) => {
    const tasks = tasksIn(request);
    const [states] = await Promise.all([
      Promise.all(tasks.map(async (task) => [task, await stateOf(deps, caller.userId, task)] as const)),
      deps.auth.ownPerson(caller),
    ]);
    return { data: Object.fromEntries(states) };
  });
  bindEndpoint(router, rewardsContract.rewardVip, async ({ caller, body }) => {
    const zone = zoneOf(body.data?.time_zone ?? '');
    await deps.auth.ownPerson(caller);
    const { day, streak, zone: counted, item, isRepeat } = await checkIn(deps, caller.userId, zone);
    return {
      result: 'success' as const,
      free_days: item?.type === 'premium' && !isRepeat ? item.days : 0,
      data: { day, streak, time_zone: counted, repeated: isRepeat, reward: item && wireReward(item) },
    };
  });
  return router;
}
