/** Digests of forms: a repeat of a key with other values is no repeat. */
import { createHash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';

/** @param values  plain data; equal ones in the same order have one digest */
export const digestOf = (values: unknown): string =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url');

/** @param known  '' where none was stored. @throws AppError aborted for another form with the same key */
export function requireSame(known: string, asked: string): void {
  if (known !== '' && known !== asked) throw new AppError('aborted', { reason: 'other_act' });
}
