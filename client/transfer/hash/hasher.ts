/** Hashing for uploads and downloads: promises over one worker, which starts with the first file. */
import type { OpenHashConnection } from './connection.ts';
import type { Fingerprint, HashEvent, HashRequest, ProofChallenge } from './messages.ts';

export interface Hasher {
  /**
   * @param onHashed  bytes hashed so far, after each slice
   * @throws Error when the file cannot be read or the worker cannot run; the reason of the signal
   */
  fingerprint(content: Blob, onHashed: (bytes: number) => void, signal: AbortSignal): Promise<Fingerprint>;
  /** @returns 64 lower-case hex digits. @throws as `fingerprint` */
  prove(content: Blob, challenge: ProofChallenge, signal: AbortSignal): Promise<string>;
}

interface Waiting {
  /** @returns whether the job has ended */
  readonly accept: (event: HashEvent) => boolean;
  readonly fail: (error: unknown) => void;
}

export function makeHasher(open: OpenHashConnection): Hasher {
  const waiting = new Map<number, Waiting>();
  let connection: ReturnType<OpenHashConnection> | null = null;
  let jobs = 0;

  function onEvent(event: HashEvent): void {
    if (waiting.get(event.job)?.accept(event)) waiting.delete(event.job);
  }

  /** Fails all waiting jobs; the next request starts another worker. */
  function onBroken(reason: string): void {
    connection?.close();
    connection = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { fail } of lost) fail(new Error(`the hash worker broke: ${reason}`));
  }

  function ask<T>(
    request: (job: number) => HashRequest,
    answerOf: (event: HashEvent) => T | undefined,
    signal: AbortSignal,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const job = ++jobs;
      const stop = () => {
        waiting.delete(job);
        connection?.send({ job, kind: 'stop' });
        reject(signal.reason);
      };
      const fail = (error: unknown) => {
        signal.removeEventListener('abort', stop);
        reject(error);
      };
      connection ??= open(onEvent, onBroken);
      signal.addEventListener('abort', stop, { once: true });
      waiting.set(job, {
        fail,
        accept(event) {
          const answer = answerOf(event);
          if (answer !== undefined) {
            signal.removeEventListener('abort', stop);
            resolve(answer);
          } else if (event.kind === 'failed') fail(new Error(event.reason));
          return answer !== undefined || event.kind === 'failed';
        },
      });
      connection.send(request(job));
    });
  }

  return {
    fingerprint: (content, onHashed, signal) =>
      ask(
        (job) => ({ job, kind: 'fingerprint', content }),
        (event) => {
          if (event.kind === 'hashed') onHashed(event.bytes);
          return event.kind === 'fingerprint' ? event.fingerprint : undefined;
        },
        signal,
      ),
    prove: (content, challenge, signal) =>
      ask(
        (job) => ({ job, kind: 'prove', content, challenge }),
        (event) => (event.kind === 'proof' ? event.digest : undefined),
        signal,
      ),
  };
}
