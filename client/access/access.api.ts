/** Asks one domain whether the visit is open. Sends nothing of the user: no cookies, no referrer. */
import type { $Fetch } from 'ofetch';
import * as v from 'valibot';
import { accessContract } from '#shared/access/contract.ts';
import type { Cancelled } from '#shared/access/race.ts';

/** Other domains may run other builds: only the flag is required. */
const answerSchema = v.object({
  accessible: v.boolean(),
  reason: v.fallback(v.optional(v.picklist(['', 'region', 'address']), ''), ''),
  country_code: v.fallback(v.optional(v.pipe(v.string(), v.regex(/^([A-Z]{2})?$/)), ''), ''),
});

export type AreaAnswer = v.InferOutput<typeof answerSchema>;

/** @param address  the result of STUN; '' for none. @throws Error without a usable answer */
export type AskArea = (domain: string, address: string, cancelled: Cancelled) => Promise<AreaAnswer>;

export function makeAskArea(http: $Fetch): AskArea {
  return async (domain, address, cancelled) => {
    const control = new AbortController();
    cancelled.onCancel(() => control.abort());
    const answer = await http<unknown>(`${domain}${accessContract.areaAccessible.path}`, {
      query: address === '' ? {} : { address },
      signal: control.signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    return v.parse(answerSchema, answer);
  };
}
