/**
 * The status of a save in every spelling that clients may meet: of the wire, and of the other set of the specification, in which an
 * empty one means a new user. Source: spec section 4, "Restore".
 */
import { RESTORE_STATUSES, type RestoreStatus } from './model.ts';

const OTHERS: Readonly<Record<string, RestoreStatus>> = {
  success: 'RESTORE_COMPLETE',
  init: 'RESTORE_START',
  toget: 'RESTORE_START',
  '': 'RESTORE_UNKNOWN',
};

/** Any other text is an unknown status. */
export function restoreStatusOf(text: string): RestoreStatus {
  return (
    RESTORE_STATUSES.find((one) => one === text) ??
    (Object.hasOwn(OTHERS, text) ? OTHERS[text] : undefined) ??
    'RESTORE_UNKNOWN'
  );
}
