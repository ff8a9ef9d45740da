/** Endpoints of counted events -> operations. */
import type { Hono } from 'hono';
import { opsContract } from '#shared/ops/contract.ts';
import { DAY_MS } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DeskObjects } from '../desk/desk-part.ts';
import { countEvents, eventCounts } from './count-events.ts';

/** Default number of days. */
const DAYS = 30;

/** A browser's refusal (Global Privacy Control, Do Not Track) takes precedence over an earlier consent. */
function refusesCounting(headers: Headers): boolean {
  return headers.get('sec-gpc') === '1' || headers.get('dnt') === '1';
}

export function bindEvents(router: Hono<AppEnv>, parts: DeskObjects): void {
  bindEndpoint(router, opsContract.countEvents, async ({ body, call, request }) => {
    if (!refusesCounting(request.headers)) await countEvents(parts, body.events, call);
    return {};
  });
  bindEndpoint(router, opsContract.eventCounts, async ({ query, call }) => {
    const rows = await eventCounts(parts, query.days || DAYS, call);
    return {
      rows: rows.map(({ day, name, page, locale, platform, count }) => ({
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        name,
        page,
        locale,
        platform,
        count: String(count),
      })),
    };
  });
}
