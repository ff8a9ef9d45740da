/** Alarms of objects in tests. Those of the runtime run by themselves, also between two lines of a test. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';

type Stub = Parameters<typeof runDurableObjectAlarm>[0];

const runsNow = (stub: Stub): Promise<boolean> =>
  runInDurableObject(stub as DurableObjectStub, (object) => (object as { alarmRuns?: boolean }).alarmRuns === true);

/** Runs the alarm of an object, or waits for the end of one that the runtime began. @returns false when there was none */
export async function runAlarm(stub: Stub): Promise<boolean> {
  let ran = await runDurableObjectAlarm(stub);
  while (!ran && (await runsNow(stub))) {
    while (await runsNow(stub)) await scheduler.wait(2);
    ran = true;
  }
  return ran;
}
