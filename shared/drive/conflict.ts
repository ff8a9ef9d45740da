/** The choice of a client for a name that is taken. Ours; wire-contract.md has only `keep_both`. */
import * as v from 'valibot';

const CONFLICT_CHOICES = ['keep_both', 'skip', 'replace'] as const;
export type ConflictChoice = (typeof CONFLICT_CHOICES)[number];

/** Files take the place of files only, folders of folders; otherwise both stay, one of them with a number. */
export const conflictChoice = v.nullish(v.picklist(CONFLICT_CHOICES), 'keep_both');
