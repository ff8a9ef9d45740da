/** Work that the clock of the whole installation starts: the cron trigger on Cloudflare, the schedule of `npm start` on one machine. */
import type { Services } from './compose.ts';

/** Objects wake themselves by alarms; orders are rows of the one database, whose clock this is. */
export async function runScheduled(services: Services): Promise<void> {
  await services.readLook();
  await services.billing.runSchedule();
  // After it: orders that it settled are counted.
  await services.ops.countPayments();
  await services.ops.countStored();
  await services.ops.fillPeople();
  await services.ops.measureNext();
  await services.ops.inviteNext();
  await services.ops.forgetInvites();
  await services.ops.forgetPresses();
}
