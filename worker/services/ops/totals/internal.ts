/** The call of the command line about totals, `/_internal/totals`. edge/internal.ts has authorised the caller. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { AppError } from '#shared/errors.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import { isPeriod, type Period } from '#shared/ops/totals.ts';
import { readLimited } from '#worker/platform/body/read.ts';
import { type AppEnv, makeRouter, parseBody } from '#worker/platform/http.ts';
import { readTotals, type TotalsDeps } from './totals.ts';

const asked = v.object({ period: v.pipe(v.string(), v.check(isPeriod)) });

export function makeTotalsConsole(deps: TotalsDeps): Hono<AppEnv> {
  const router = makeRouter();
  router.post('/_internal/totals', async (c) => {
    const body = v.safeParse(asked, parseBody(await readLimited(c.req.raw, c.get('bodyBytes'))));
    if (!body.success) throw new AppError('invalid_argument', { field: 'period', reason: 'format' });
    return c.json({ ...(await readTotals(deps, body.output.period as Period)), hasOffers: hasOffers() });
  });
  return router;
}
