/** A part of an account, and how an operation calls one. */
import type { Bound } from '#worker/platform/bound.ts';
import type { AnyPart } from '#worker/platform/parts/object-parts.ts';
import type { ObjectsByName, RpcOf } from '#worker/platform/rpc.ts';

export type AccountPart = AnyPart;

/** The account of a person as one noun calls it: `accountOf<typeof personPart>(parts, userId)`. */
export function accountOf<P extends Required<Pick<AccountPart, 'calls'>>>(
  { accounts }: { readonly accounts: ObjectsByName },
  userId: string,
): RpcOf<Bound<P['calls']>> {
  return accounts.getByName(userId) as RpcOf<Bound<P['calls']>>;
}
