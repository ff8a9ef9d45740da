/** Names of membership. */

/** The object of a person. */
export function memberName(userId: string): string {
  return userId;
}

/** Published when the timeline of a person changes: { userId, version, timeline }. */
export const MEMBERSHIP_CHANGED = 'membership.changed';
/** How long an answer waits until the drive has the new limits. */
export const PUSH_WAIT_MS = 5_000;
/** Characters of a reason. */
export const REASON_CHARS = 500;
