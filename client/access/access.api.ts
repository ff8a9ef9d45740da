/** Asks one domain whether the visit is open. Nothing of the person goes along: no cookies, no referrer. */
import * as v from 'valibot';
import { accessContract } from '#shared/access/contract.ts';
import type { Cancelled } from '#shared/access/race.ts';

/** Other domains may be of other builds: only the flag must be there. */
const answerSchema = v.object({
  accessible: v.boolean(),
  reason: v.fallback(v.optional(v.picklist(['', 'region', 'address']), ''), ''),
  country_code: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)), ''), ''),
});

export type AreaAnswer = v.InferOutput<typeof answerSchema>;

/** @param address  what STUN found; '' for nothing. @throws Error without a usable answer */
export type AskArea = (domain: string, address: string, cancelled: Cancelled) => Promise<AreaAnswer>;

export function makeAskArea(send: typeof fetch): AskArea {
  return async (domain, address, cancelled) => {
    const control = new AbortController();
    cancelled.onCancel(() => control.abort());
    const query = address === '' ? '' : `?${new URLSearchParams({ address })}`;
    const response = await send(`${domain}${accessContract.areaAccessible.path}${query}`, {
      signal: control.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    if (!response.ok) throw new Error(`${domain} answered ${response.status}`);
    return v.parse(answerSchema, await response.json());
  };
}
