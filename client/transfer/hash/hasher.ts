/**
 * Hashing as the upload engine asks for it: promises over one worker, which starts with the first file. No React, no signals.
 */
import type { OpenHashConnection } from './connection.ts';
import type { Fingerprint, HashEvent, HashRequest, ProofChallenge } from './messages.ts';

export interface Hasher {
  /**
   * @param onHashed  bytes hashed so far, after each slice
   * @throws Error when the file cannot be read or the worker cannot run; the signal's reason when cancelled
   */
  fingerprint(content: Blob, onHashed: (bytes: number) => void, signal: AbortSignal): Promise<Fingerprint>;
  /** @returns 64 lower-case hex digits. @throws as `fingerprint` */
  prove(content: Blob, challenge: ProofChallenge, signal: AbortSignal): Promise<string>;
}

interface Waiting {
  /** Whether that was the last word. */
  readonly hear: (news: HashEvent) => boolean;
  readonly fail: (error: unknown) => void;
}

export function makeHasher(open: OpenHashConnection): Hasher {
  const waiting = new Map<number, Waiting>();
  let line: ReturnType<OpenHashConnection> | null = null;
  let jobs = 0;

  function onNews(news: HashEvent): void {
    if (waiting.get(news.job)?.hear(news)) waiting.delete(news.job);
  }

  /** Everybody who waits hears of it; the next order starts another worker. */
  function onBroken(reason: string): void {
    line?.close();
    line = null;
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { fail } of lost) fail(new Error(`the hash worker broke: ${reason}`));
  }

  function ask<T>(
    order: (job: number) => HashRequest,
    answerOf: (news: HashEvent) => T | undefined,
    signal: AbortSignal,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const job = ++jobs;
      const stop = () => {
        waiting.delete(job);
        line?.send({ job, kind: 'stop' });
        reject(signal.reason);
      };
      const fail = (error: unknown) => {
        signal.removeEventListener('abort', stop);
        reject(error);
      };
      line ??= open(onNews, onBroken);
      signal.addEventListener('abort', stop, { once: true });
      waiting.set(job, {
        fail,
        hear(news) {
          const answer = answerOf(news);
          if (answer !== undefined) {
            signal.removeEventListener('abort', stop);
            resolve(answer);
          } else if (news.kind === 'failed') fail(new Error(news.reason));
          return answer !== undefined || news.kind === 'failed';
        },
      });
      line.send(order(job));
    });
  }

  return {
    fingerprint: (content, onHashed, signal) =>
      ask(
        (job) => ({ job, kind: 'fingerprint', content }),
        (news) => {
          if (news.kind === 'hashed') onHashed(news.bytes);
          return news.kind === 'fingerprint' ? news.fingerprint : undefined;
        },
        signal,
      ),
    prove: (content, challenge, signal) =>
      ask(
        (job) => ({ job, kind: 'prove', content, challenge }),
        (news) => (news.kind === 'proof' ? news.digest : undefined),
        signal,
      ),
  };
}
