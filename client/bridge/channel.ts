/**
 * Questions and answers over any text transport: `{id, method, params}` out, `{id, code, data, message}` back.
 * Unexpected answers, second answers and garbage are dropped: an answer must have the id of an open question.
 */
import { BridgeFailure, garbled, undeclared } from './failure.ts';

export interface Transport {
  /** Sends a text; may return a promise of the answer. @throws any error when there is no counterpart */
  send(text: string): unknown;
  /** @returns stops listening */
  listen(onAnswer: (answer: unknown) => void): () => void;
}

export interface Question<T> {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** @returns null for data of the wrong shape */
  readonly read: (data: unknown) => T | null;
}

export interface Requester {
  /** @throws BridgeFailure */
  ask<T>(question: Question<T>): Promise<T>;
}

/** Longest answer that is read, characters; real ones have a hundredth of it. */
const MAX_ANSWER_CHARS = 65_536;
/** gRPC's `permission_denied` and `unauthenticated`: the counterpart refuses, or is signed out. */
const REFUSALS: readonly number[] = [7, 16];
/** Code of the wire for an unknown method. */
const UNDECLARED = 404;

interface Answer {
  readonly id: string;
  readonly code: number;
  readonly data: unknown;
}

/** @returns null for anything but an answer */
function answerOf(received: unknown): Answer | null {
  let value = received;
  if (typeof received === 'string') {
    if (received.length > MAX_ANSWER_CHARS) return null;
    try {
      value = JSON.parse(received) as unknown;
    } catch {
      // Garbage is no answer.
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

/** @param transport  null without a counterpart: every question is then undeclared (-999) */
export function makeRequester(transport: Transport | null, newId: () => string): Requester {
  return {
    ask({ method, params, timeoutMs, signal, read }) {
      if (!transport) return Promise.reject(undeclared(-999));
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
        const stopListening = transport.listen(onAnswer);
        if (signal.aborted) return onAbort();
        signal.addEventListener('abort', onAbort, { once: true });
        try {
          // A transport that answers by a promise may reject it, which counts as an unusable answer.
          Promise.resolve(transport.send(JSON.stringify({ id, method, params }))).then(
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
