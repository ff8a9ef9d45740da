/** A part of an account, and how an operation calls one. */
import type { AnyPart, CallsOf, PartWithCalls } from '#worker/platform/parts/object-parts.ts';
import type { ObjectsByName } from '#worker/platform/rpc.ts';

export type AccountPart = AnyPart;

/** The account of a person with the calls of one part: `accountOf<typeof personPart>(parts, userId)`. */
export function accountOf<P extends PartWithCalls>(
  { accounts }: { readonly accounts: ObjectsByName },
  userId: string,
): CallsOf<P> {
  return accounts.getByName(userId) as CallsOf<P>;
}
