/** Work that the clock of the whole installation starts: the cron trigger on Cloudflare, the schedule of `npm start` on one machine. */
import type { Services } from './compose.ts';
import { logError } from './platform/log.ts';

type Step = readonly [name: string, run: () => Promise<unknown>];

/** Objects wake themselves by alarms; orders are rows of the one database, whose clock this is. A step that fails stops no other. */
export async function runScheduled({ readLook, billing, ops }: Services): Promise<void> {
  const steps: readonly Step[] = [
    ['readLook', () => readLook()],
    ['runSchedule', () => billing.runSchedule()],
    // After it: orders that it settled are counted.
    ['countPayments', () => ops.countPayments()],
    ['countStored', () => ops.countStored()],
    ['fillPeople', () => ops.fillPeople()],
    ['measureNext', () => ops.measureNext()],
    ['inviteNext', () => ops.inviteNext()],
    ['forgetInvites', () => ops.forgetInvites()],
    ['forgetPresses', () => ops.forgetPresses()],
  ];
  for (const [step, run] of steps) {
    try {
      await run();
    } catch (error) {
      logError('scheduled', error, { step });
    }
  }
}
