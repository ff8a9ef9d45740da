/** Endpoints of rewards -> operations. A person's free days are those of invitations. */

import type { Hono } from 'hono';
import type * as v from 'valibot';
import { AppError, unwrap } from '#shared/errors.ts';
import { readTimeZone } from '#shared/locale/time-zone.ts';
import type { GrantItem } from '#shared/membership/ledger.ts';
import {
  isRewardTask,
  isUnpaidTask,
  type RewardTask,
  rewardsContract,
  TASK_PARAMETER,
  type TaskState,
} from '#shared/membership/rewards.contract.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import { claim, creditStates } from '../claims/claim.ts';
import { type InvitationDeps, memberOf } from '../deps.ts';
import { rewards } from '../entitlement/rewards.ts';
import { invite } from '../invitations/invite.ts';
import { cutOrigin } from '../invitations/origin.ts';
import type { invitationsPart } from '../invitations/part.ts';
import { checkIn, checkInBoard } from './check-in.ts';

/** The call names no page. */
const NO_ORIGIN = cutOrigin({ client: '', place: '', source: '', medium: '', name: '', referers: '' });

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

interface RewardRouteDeps extends InvitationDeps {
  readonly shield: Pick<ShieldService, 'carriesCheck'>;
}

/** `''` for a person who has not been here with an invite call, `init` while the invitation is held and where nothing was given. */
async function freeVipState(deps: RewardRouteDeps, userId: string): Promise<TaskState['result']> {
  const came = unwrap(await memberOf<typeof invitationsPart>(deps, userId).arrival());
  if (came === null) return '';
  const { state, newcomerDays, invitedDays } = came.arrival;
  return newcomerDays + (state === 'accepted' ? invitedDays : 0) > 0 ? 'success' : 'init';
}

/** One for each task with a reward. Where operators closed it there is nothing to take. */
const STATES: Readonly<Record<RewardTask, (deps: RewardRouteDeps, userId: string) => Promise<TaskState['result']>>> = {
  check_in: async (deps, userId) =>
    (await rewards(deps)).checkIn.open ? (await checkInBoard(deps, userId, '')).status.result : 'init',
  free_vip: async (deps, userId) => ((await rewards(deps)).invitations.open ? freeVipState(deps, userId) : 'init'),
};

type Reward = v.InferOutput<(typeof rewardsContract)['rewardVip']['output']>;
interface RewardCall {
  readonly caller: Caller;
  readonly zone: string;
  readonly call: CallContext;
}

/** Gives the reward of each task. */
const TAKERS: Readonly<Record<RewardTask, (deps: RewardRouteDeps, ask: RewardCall) => Promise<Reward>>> = {
  async check_in(deps, { caller, zone: named }) {
    const wanted = zoneOf(named);
    await deps.auth.ownPerson(caller);
    const { day, streak, zone, item, isRepeat } = await checkIn(deps, caller.userId, wanted);
    return {
      result: 'success',
      free_days: item?.type === 'premium' && !isRepeat ? item.days : 0,
      data: { day, streak, time_zone: zone, repeated: isRepeat, reward: item && wireReward(item) },
    };
  },
  async free_vip(deps, { caller, call }) {
    const { freeDays, isUpdated } = await invite(deps, caller, { code: '', origin: NO_ORIGIN }, call);
    return { result: 'success', free_days: isUpdated ? freeDays : 0, data: null };
  },
};

/** The states of tasks, activities and types of compensation; unknown names are left out. @throws AppError unauthenticated */
async function statesOf(
  deps: RewardRouteDeps,
  caller: Caller,
  names: readonly string[],
  call: CallContext,
): Promise<ReadonlyMap<string, TaskState>> {
  const { createdMs } = await deps.auth.ownPerson(caller);
  const { userId } = caller;
  const [isChecked, tasks, credits] = await Promise.all([
    deps.shield.carriesCheck(call),
    Promise.all(names.filter(isRewardTask).map(async (task) => [task, await STATES[task](deps, userId)] as const)),
    creditStates(
      deps,
      { userId, createdMs, language: call.locale },
      names.filter((name) => !isRewardTask(name) && !isUnpaidTask(name)),
    ),
  ]);
  const unpaid = names.filter(isUnpaidTask).map((name) => [name, 'init' as const] as const);
  const results = [...tasks, ...unpaid, ...[...credits].map(([name, { state }]) => [name, state] as const)];
  return new Map(results.map(([name, result]) => [name, { result, bot_checked: isChecked }]));
}

export function makeRewardRoutes(deps: RewardRouteDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, rewardsContract.taskStatus, async ({ caller, query, call }) => {
    const name = query[TASK_PARAMETER];
    const state = (await statesOf(deps, caller, [name], call)).get(name);
    if (!state) throw new AppError('invalid_argument', { reason: 'no_such_task', field: TASK_PARAMETER });
    return state;
  });
  bindEndpoint(router, rewardsContract.taskStatuses, async ({ caller, query, call }) => ({
    data: Object.fromEntries(await statesOf(deps, caller, query[TASK_PARAMETER], call)),
  }));
  bindEndpoint(router, rewardsContract.rewardVip, async ({ caller, body, call }) => {
    const { type, data } = body;
    if (isUnpaidTask(type))
      throw new AppError('failed_precondition', { reason: 'no_reward', messageKey: 'membership.reward.none' });
    if (isRewardTask(type)) return TAKERS[type](deps, { caller, zone: data?.time_zone ?? '', call });
    const { days } = await claim(deps, caller, { name: type, kind: 'any', language: call.locale });
    return { result: 'success' as const, free_days: days, data: null };
  });
  return router;
}
