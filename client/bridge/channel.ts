/**
 * Question and answer over any line that carries text: `{id, method, params}` out, `{id, code, data, message}` back.
 * Answers nobody asked for, second answers and garbage are dropped: only the id that waits ends a wait.
 */
import { BridgeFailure, garbled, undeclared } from './failure.ts';

export interface Line {
  /** A text, or a promise of the answer where the line answers so. @throws anything: nothing is there */
  send(text: string): unknown;
  /** @returns stops listening */
  listen(onAnswer: (answer: unknown) => void): () => void;
}

export interface Question<T> {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** @returns null for data that is not what the method promises */
  readonly read: (data: unknown) => T | null;
}

export interface Requester {
  /** @throws BridgeFailure */
  ask<T>(question: Question<T>): Promise<T>;
}

/** Longest answer that is read, characters; ours are a hundredth of it. */
const MAX_ANSWER_CHARS = 65_536;
/** gRPC's `permission_denied` and `unauthenticated`: the counterpart says no, or has nobody signed in. */
const REFUSALS: readonly number[] = [7, 16];
/** Code of the wire for a method the counterpart does not know. */
const UNDECLARED = 404;

interface Answer {
  readonly id: string;
  readonly code: number;
  readonly data: unknown;
}

/** Null for anything that is no answer. */
function answerOf(received: unknown): Answer | null {
  let value = received;
  if (typeof received === 'string') {
    if (received.length > MAX_ANSWER_CHARS) return null;
    try {
      value = JSON.parse(received) as unknown;
    } catch {
      // Garbage on the line is nobody's answer.
      return null;
    }
  }
  if (typeof value !== 'object' || value === null) return null;
  const { id, code, data } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof code === 'number' ? { id, code, data } : null;
}

function settle<T>(answer: Answer, read: Question<T>['read']): T {
  if (answer.code === UNDECLARED) throw undeclared(1);
  if (REFUSALS.includes(answer.code)) throw new BridgeFailure('refused', 'refused', { code: answer.code });
  if (answer.code !== 0) throw new BridgeFailure('garbled', 'the counterpart failed', { code: answer.code });
  const value = read(answer.data);
  if (value === null) throw garbled();
  return value;
}

/** @param line  null where no counterpart is: every question is then undeclared (-999) */
export function makeRequester(line: Line | null, newId: () => string): Requester {
  return {
    ask({ method, params, timeoutMs, signal, read }) {
      if (!line) return Promise.reject(undeclared(-999));
      const id = newId();
      return new Promise((resolve, reject) => {
        const finish = (end: () => void): void => {
          clearTimeout(timer);
          stopListening();
          signal.removeEventListener('abort', onAbort);
          end();
        };
        const onAnswer = (received: unknown): void => {
          const answer = answerOf(received);
          if (answer?.id !== id) return;
          finish(() => {
            try {
              resolve(settle(answer, read));
            } catch (error) {
              reject(error);
            }
          });
        };
        const onAbort = (): void => finish(() => reject(new BridgeFailure('cancelled', 'cancelled', { code: 1 })));
        const timer = setTimeout(
          () => finish(() => reject(new BridgeFailure('silent', 'timeout', { code: 4 }))),
          timeoutMs,
        );
        const stopListening = line.listen(onAnswer);
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        try {
          // A line that answers through a promise may refuse by it: that is an answer we cannot use.
          Promise.resolve(line.send(JSON.stringify({ id, method, params }))).then(
            (answer) => onAnswer(answer),
            (error: unknown) => finish(() => reject(garbled(error))),
          );
        } catch {
          finish(() => reject(undeclared(-999)));
        }
      });
    },
  };
}
