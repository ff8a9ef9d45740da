/** Tasks that existing clients ask for and that have no reward here. */
import { expect, it } from 'vitest';
import { rewardsContract, TASK_PARAMETER } from '#shared/membership/rewards.contract.ts';
import { send } from '#test/contract/send.ts';
import { makePeople, ok } from '#test/contract/world.ts';

const { token } = (await makePeople()).alice;

it.each(['upload_file', 'install_web_extension'])(
  '%s is in its initial state, and its reward is refused by name',
  async (task) => {
    const { data } = await ok(rewardsContract.taskStatuses, { token, query: { [TASK_PARAMETER]: `free_vip,${task}` } });
    expect(data[task]).toEqual({ result: 'init', bot_checked: false });
    const answer = await send(rewardsContract.rewardVip, { token, body: { type: task } });
    const body = (await answer.json()) as { error: string; error_description: string; details: { reason?: string }[] };
    expect([answer.status, body.error, body.error_description]).toEqual([
      400,
      'failed_precondition',
      'This task has no reward here.',
    ]);
    expect(body.details[0]?.reason).toBe('no_reward');
  },
);
