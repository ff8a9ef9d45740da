/** Another person who lists a folder all the time: what an attack costs those who do nothing. */
import { setTimeout as delay } from 'node:timers/promises';
import { signIn } from './people.ts';

export interface Witness {
  /** Answers that were no success. */
  readonly failures: readonly string[];
  /** @returns the longest wait, ms */
  stop(): Promise<number>;
}

const PAUSE_MS = 50;
const WAIT_MS = 30_000;

/** Signs in as alice and starts to ask. */
export async function startWitness(origin: string): Promise<Witness> {
  const { token } = await signIn(origin, 'alice@example.com');
  const failures: string[] = [];
  let slowestMs = 0;
  let isOver = false;
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const beganMs = performance.now();
      try {
        const response = await fetch(`${origin}/drive/v1/files?limit=20`, {
          headers: { authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(WAIT_MS),
        });
        await response.arrayBuffer();
        if (response.status !== 200) failures.push(`answered ${response.status}`);
      } catch (error) {
        failures.push(error instanceof Error ? error.message : String(error));
      }
      slowestMs = Math.max(slowestMs, performance.now() - beganMs);
      await delay(PAUSE_MS);
    }
  };
  const asking = ask();
  return {
    failures,
    async stop() {
      isOver = true;
      await asking;
      return slowestMs;
    },
  };
}
