/** Endpoints of membership -> operations. */
import type { Hono } from 'hono';
import type { CountryCode } from '#shared/country/model.ts';
import { membershipContract } from '#shared/membership/contract.ts';
import { endingsNear } from '#shared/membership/expiry.ts';
import { type Membership, membershipAt } from '#shared/membership/fold.ts';
import { currenciesOf, regionOf } from '#shared/membership/offer.ts';
import { wireTime } from '#shared/units.ts';
import { countryOf } from '#worker/platform/country.ts';
import { type AppEnv, bindEndpoint, makeRouter } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { CodeDeps } from './code/deps.ts';
import { redeemCode } from './code/redeem.ts';
import { catalogue } from './entitlement/catalogue.ts';
import { membershipOf, timelineOf } from './entitlement/entitlement.ts';

/** The wire writes the year 1 for a membership that never was. */
const NEVER = '0001-01-01T00:00:00.000+08:00';

const expiry = (ms: number): string => wireTime(ms) || NEVER;

interface MembershipRouteDeps extends CodeDeps {
  readonly auth: Pick<AuthService, 'ownPerson'>;
  readonly shield: Pick<ShieldService, 'countOpenCall'>;
  /** Country of a visitor whose platform does not tell it. */
  readonly defaultCountry: CountryCode;
}

/** @throws AppError unauthenticated when the session has ended */
async function ownMembership(deps: MembershipRouteDeps, caller: Caller): Promise<Membership> {
  const [membership] = await Promise.all([membershipOf(deps, caller.userId), deps.auth.ownPerson(caller)]);
  return membership;
}

export function makeMembershipRoutes(deps: MembershipRouteDeps): Hono<AppEnv> {
  const router = makeRouter();
  bindEndpoint(router, membershipContract.privilege, async ({ caller }) => {
    const { status, type, expiresMs } = await ownMembership(deps, caller);
    return {
      result: 'ACCEPTED' as const,
      message: '',
      redirect_uri: '',
      data: { expire: expiry(expiresMs), status, type, user_id: caller.userId },
    };
  });
  bindEndpoint(router, membershipContract.info, async ({ caller }) => {
    const [timeline] = await Promise.all([timelineOf(deps, caller.userId), deps.auth.ownPerson(caller)]);
    const nowMs = deps.clock.nowMs();
    const { status, type, expiresMs, vipItems } = membershipAt(timeline, nowMs);
    return {
      data: {
        expire: expiry(expiresMs),
        ext_type: '',
        fee_record: 'no_record',
        kind: status === 'ok' ? 1 : 0,
        status,
        type,
        user_id: caller.userId,
        vipItem: vipItems.map((item) => ({
          type: item.type,
          description: '',
          status: item.status,
          expire: expiry(item.expiresMs),
          surplus_day: item.surplusDays,
        })),
        endings: endingsNear(timeline, nowMs).map(({ kind: what, endMs, bytes }) => ({
          type: what,
          expire: expiry(endMs),
          size: bytes,
          ended: endMs <= nowMs,
        })),
      },
    };
  });
  bindEndpoint(router, membershipContract.paySettings, async ({ caller, request }) => {
    const [membership, published] = await Promise.all([ownMembership(deps, caller), catalogue(deps)]);
    const region = regionOf(published, countryOf(request, deps.defaultCountry));
    return {
      base: { expire_time: expiry(membership.expiresMs), vip_status: membership.status === 'ok' ? 'valid' : 'invalid' },
      sells: published.sells,
      region,
      currencies: published.sells ? currenciesOf(published, region) : [],
    };
  });
  bindEndpoint(router, membershipContract.activate, async ({ caller, body, request, call }) => {
    const [published] = await Promise.all([catalogue(deps), deps.auth.ownPerson(caller)]);
    const region = regionOf(published, countryOf(request, deps.defaultCountry));
    await redeemCode(deps, caller, { typed: body.activation_code, region }, call);
    const { status, type, expiresMs } = await membershipOf(deps, caller.userId);
    return {
      result: 'ACCEPTED' as const,
      message: '',
      redirect_uri: '',
      data: { expire: expiry(expiresMs), status, type, user_id: caller.userId },
    };
  });
  return router;
}
