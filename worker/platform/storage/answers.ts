/** Answers of commands by idempotency key, in the table `_repeat` of an object: a repeated command gets the first answer. */
import { AppError } from '#shared/errors.ts';
import { DAY_MS } from '#shared/units.ts';

/** An idempotency key with the fingerprint of the request; scope is the object and the operation. */
export interface IdempotencyKey {
  readonly operation: string;
  readonly key: string;
  readonly fingerprint: string;
}

export type GivenKey = IdempotencyKey | null;

/** How long an answer is stored. */
export const REPEAT_TTL_MS = DAY_MS;

/** A repeat of a call under its idempotency key, for something else. */
export function keyReused(): AppError {
  return new AppError('invalid_argument', { reason: 'idempotency_key_reused', field: 'Idempotency-Key' });
}

/** @returns the JSON of the first answer to this key, or null. @throws AppError invalid_argument for a key that was used for something else */
export function firstAnswer(sql: SqlStorage, key: IdempotencyKey, nowMs: number): string | null {
  const row = sql
    .exec<{ fingerprint: string; answer: string; at_ms: number }>(
      'SELECT fingerprint, answer, at_ms FROM _repeat WHERE operation = ? AND key = ?',
      key.operation,
      key.key,
    )
    .toArray()[0];
  if (!row || row.at_ms <= nowMs - REPEAT_TTL_MS) return null;
  if (row.fingerprint !== key.fingerprint) throw keyReused();
  return row.answer;
}

/** Call it inside the transaction of the command. @throws AppError invalid_argument for a key that was used for something else */
export function answerOnce<T>(sql: SqlStorage, key: IdempotencyKey, nowMs: number, work: (nowMs: number) => T): T {
  const first = firstAnswer(sql, key, nowMs);
  if (first !== null) return JSON.parse(first) as T;
  const answer = work(nowMs);
  sql.exec(
    'INSERT OR REPLACE INTO _repeat (operation, key, fingerprint, answer, at_ms) VALUES (?, ?, ?, ?, ?)',
    key.operation,
    key.key,
    key.fingerprint,
    JSON.stringify(answer),
    nowMs,
  );
  return answer;
}

/** First answers to several keys that have none, by one statement; call it inside the transaction of the command. */
export function storeAnswers(
  sql: SqlStorage,
  answers: readonly { readonly key: IdempotencyKey; readonly answer: unknown }[],
  nowMs: number,
): void {
  const cells = answers.map(({ key, answer }) => [key.operation, key.key, key.fingerprint, JSON.stringify(answer)]);
  sql.exec(
    `INSERT OR REPLACE INTO _repeat (operation, key, fingerprint, answer, at_ms)
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, ?2 FROM json_each(?1)`,
    JSON.stringify(cells),
    nowMs,
  );
}
