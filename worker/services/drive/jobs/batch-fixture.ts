/** For tests of batches: parts of a drive's object that a test replaces, and its alarm, run by hand. */
import type { TestDrive } from '../drive-fixture.ts';

interface Inside {
  alarm(): Promise<void>;
  wakeAt(atMs: number): void;
  deliver(items: readonly { id: string; event: string }[]): Promise<string[]>;
  publishEvent(): void;
}

/** Replaces parts of the object: an alarm that does not run, a share that does not acknowledge. */
export async function set(drive: TestDrive, parts: Partial<Inside>): Promise<void> {
  await drive.inside((object) => void Object.assign(object, parts));
}

/** The alarm comes, once. */
export async function ring(drive: TestDrive): Promise<void> {
  await drive.inside((object) => (object as unknown as Inside).alarm());
}

/** Runs the alarm until the task has ended. @returns the number of runs */
export async function ringOut(drive: TestDrive, taskId: string, run = ring): Promise<number> {
  for (let rings = 0; rings < 100; rings += 1) {
    if ((await drive.task(taskId)).job === null) return rings;
    await run(drive);
  }
  throw new Error('the task never ends');
}

/** A share acknowledges from now on; events that failed are delivered by the next alarm, not later. @returns events as they are delivered */
export async function acknowledge(drive: TestDrive): Promise<readonly string[]> {
  const received: string[] = [];
  await set(drive, {
    deliver: async (items) => {
      received.push(...items.map(({ event }) => event));
      return items.map(({ id }) => id);
    },
  });
  await drive.inside((_, sql) => void sql.exec('UPDATE _outbox SET due_ms = 0'));
  return received;
}

/** Ids that a task left out, sorted. */
export function skippedOf({ params }: { readonly params: string }): string[] {
  const { skipped = '[]' } = JSON.parse(params) as { skipped?: string };
  return (JSON.parse(skipped) as string[]).toSorted();
}
