/**
 * AccountObject: one person's credentials, sessions and attempts (named by the user id), or the attempts on unknown identifiers. Its tables,
 * RPC methods and alarm are those of its parts (account-parts.ts).
 */
import { objectOf } from '#worker/platform/parts/parted-object.ts';
import { ACCOUNT_PARTS } from './account-parts.ts';

export class AccountObject extends objectOf<unknown>()('AccountObject', ACCOUNT_PARTS) {
  protected override readonly made = ACCOUNT_PARTS.makeAll(this.makeCore());
}
