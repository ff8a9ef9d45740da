/** The second step of a sign-in, as every row that signs in carries it. Apart from the factors, so that a page carries no more. */
import * as v from 'valibot';
import { optionalText } from '#shared/contract.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';

const typedCode = v.pipe(optionalText, v.maxLength(MAX_PASTED_CHARS));

/** Fields of the second step of a sign-in; beside them name and password may be absent. */
export const secondStepFields = {
  two_factor_token: v.pipe(optionalText, v.maxLength(4_096)),
  two_factor_code: typedCode,
  recovery_code: typedCode,
};

/** Further errors of a first and a second step. */
export const SECOND_STEP_ERRORS = [
  'two_factor_required',
  'invalid_two_factor',
  'invalid_two_factor_recovery',
  'too_many_requests',
] as const;
