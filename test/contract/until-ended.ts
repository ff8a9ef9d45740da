import { unwrap } from '#shared/errors.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { driveOf } from '#worker/services/drive/deps.ts';
import type { jobsPart } from '#worker/services/drive/jobs/part.ts';
import type { Uploader } from '#worker/services/drive/upload/upload-fixture.ts';
import { waitFor } from './wait-for.ts';

/** The task of a person once it has ended, well or not. */
export function untilEnded(person: Uploader, taskId: string) {
  const drive = driveOf<typeof jobsPart>(person.deps, person.caller.userId);
  return waitFor(async () => {
    await runAlarm(person.stub as unknown as DurableObjectStub);
    const task = unwrap(await drive.task(callerData(person.caller), taskId));
    return task.phase === 'PHASE_TYPE_COMPLETE' || task.phase === 'PHASE_TYPE_ERROR' ? task : null;
  }, 'the task does not end');
}
