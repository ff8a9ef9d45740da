/**
 * Small files in one request: a line of JSON that says what each file is, then their bytes one after the other, in that order.
 * Ours, wire-contract.md section 11. No I/O.
 */
import * as v from 'valibot';
import { optionalText } from '#shared/contract.ts';
import { KIB, MIB } from '#shared/units.ts';
import { conflictChoice } from './conflict.ts';
import { name } from './fields.ts';

/** Files of one request at most. */
export const GROUP_FILES = 64;
/** Their bytes together at most. */
export const GROUP_BYTES = MIB;
/** Bytes of the line at most, its end included: 64 names of 255 letters of any script take a third. */
export const GROUP_LINE_BYTES = 256 * KIB;

const groupedFile = v.object({
  parent_id: optionalText,
  name,
  /** An empty file is sent alone. */
  size: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(GROUP_BYTES)),
  user_modified_time: optionalText,
  taken: optionalText,
  conflict: conflictChoice,
  /** Of this file, as `Idempotency-Key` of one that is sent alone: the same key finds the same upload. */
  key: v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,200}$/)),
});

/** The line of JSON. */
export const groupedFiles = v.pipe(v.array(groupedFile), v.minLength(1), v.maxLength(GROUP_FILES));
