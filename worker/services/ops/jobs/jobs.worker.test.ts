import { expect, test } from 'vitest';
import { type JobsDeps, runningJobs } from './jobs.ts';

test('a drive that cannot be read takes no other from the running jobs', async () => {
  const id = (char: string) => char.repeat(26);
  const drive = {
    deskJobs: async (userId: string) => {
      if (userId === id('V')) throw new Error('down');
      return [{ jobId: userId, kind: 'copy', state: 'running' }];
    },
  } as unknown as JobsDeps['drive'];
  const outlook: JobsDeps['outlook'] = async () =>
    ({ busyDrives: [id('V'), id('W')], late: [], lateAlarms: 0, isMachine: true }) as never;
  expect(await runningJobs({ drive, outlook })).toMatchObject({ jobs: [{ ownerId: id('W') }], unreadDrives: 1 });
});
