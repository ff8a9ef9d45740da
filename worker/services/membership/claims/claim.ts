/** Takes the credits of activities and compensation: what operators have published decides, at this server's time. */

import {
  type ClaimRefusal,
  type CreditState,
  creditState,
  type FoundCredit,
  findCredit,
  refusalOfClaim,
} from '#shared/config/activities.ts';
import type { ActivityOperation } from '#shared/config/activity-operation.ts';
import { valueFor } from '#shared/config/config-document.ts';
import { AppError, unwrap } from '#shared/errors.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { Caller } from '#worker/platform/request.ts';
import { type ClaimDeps, memberOf } from '../deps.ts';
import type { claimsPart } from './part.ts';

/** The same for a page and for a call: variants by language count, those for a share of the people do not. At most 60 s old. */
export async function activities(
  { documents }: Pick<ClaimDeps, 'documents'>,
  language: Locale,
): Promise<ActivityOperation> {
  return valueFor(await documents.live('activity_operation'), { language, client: 'web', person: '' });
}

export interface ClaimRequest {
  /** A type of compensation, or the name of an activity. */
  readonly name: string;
  /** `compensation` takes types only. */
  readonly kind: 'compensation' | 'any';
  readonly language: Locale;
}

/** A person claims one credit, once. @returns the days of premium that it gave @throws AppError of the catalogue */
export async function claim(
  deps: ClaimDeps,
  caller: Caller,
  { name, kind, language }: ClaimRequest,
): Promise<{ readonly days: number }> {
  const [{ createdMs }, document] = await Promise.all([deps.auth.ownPerson(caller), activities(deps, language)]);
  const found = findCredit(document, name);
  if (!found || (kind === 'compensation' && found.credit.type === '')) throw new AppError('activity_not_found');
  const { key, days } = found.credit;
  const refusal = refusalOfClaim(found, { createdMs, nowMs: deps.clock.nowMs() });
  // A credit that was taken stays taken after the end.
  if (refusal !== null) throw new AppError((await taken(deps, caller.userId)).has(key) ? 'reward_taken' : refusal);
  unwrap(
    await memberOf<typeof claimsPart>(deps, caller.userId).claim({
      key,
      item: { type: 'premium', region: 'global', months: 0, days },
    }),
  );
  return { days };
}

async function taken(deps: Pick<ClaimDeps, 'members'>, userId: string): Promise<ReadonlySet<string>> {
  return new Set(unwrap(await memberOf<typeof claimsPart>(deps, userId).claims()));
}

export interface OwnCredit extends FoundCredit {
  readonly state: CreditState;
  /** Why it cannot be taken; null where it can, or where it was. */
  readonly refusal: ClaimRefusal | null;
}

export interface CreditRequest {
  readonly userId: string;
  /** When the account was made. */
  readonly createdMs: number;
  readonly language: Locale;
}

/** The state of credits for one person. @param names  of activities and types; unknown ones are left out */
export async function creditStates(
  deps: Pick<ClaimDeps, 'documents' | 'members' | 'clock'>,
  { userId, createdMs, language }: CreditRequest,
  names: readonly string[],
): Promise<ReadonlyMap<string, OwnCredit>> {
  const document = await activities(deps, language);
  const found = names.flatMap((name) => {
    const credit = findCredit(document, name);
    return credit ? [[name, credit] as const] : [];
  });
  if (found.length === 0) return new Map();
  const own = await taken(deps, userId);
  const nowMs = deps.clock.nowMs();
  return new Map(
    found.map(([name, credit]) => {
      const isTaken = own.has(credit.credit.key);
      const refusal = refusalOfClaim(credit, { createdMs, nowMs });
      return [name, { ...credit, state: creditState(isTaken, refusal), refusal: isTaken ? null : refusal }];
    }),
  );
}
