import type { ErrorName } from '#shared/errors.ts';

/** Refusals of the owner's plan and drive. Other people learn from them that there is no space, and no figure. */
export const OWNER_LIMITS: ReadonlySet<ErrorName> = new Set<ErrorName>([
  'file_space_not_enough',
  'file_count_limit',
  'traffic_not_enough',
  'upload_day_limit',
  'deleted_space_not_free',
  'premium_required',
]);
