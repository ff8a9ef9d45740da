/** Asks the configured domains whether a country is open. They get the country and no data of the visitor. */
import * as v from 'valibot';
import { accessContract } from '#shared/access/contract.ts';
import { raceDomains } from '#shared/access/race.ts';
import type { CountryCode } from '#shared/country/model.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { AccessDeps } from './deps.ts';

/** How long the answer for a country is cached in this isolate, also a missing one. */
const CACHE_MS = 30 * SECOND_MS;
/** Size limit of an answer; ours are below a hundred. */
const MAX_CHARS = 4_096;

const answerSchema = v.object({ accessible: v.boolean() });

/** @throws Error when the domain gives no usable answer */
async function ask(domain: string, country: CountryCode, signal: AbortSignal): Promise<boolean> {
  const url = `${domain}${accessContract.areaAccessible.path}?country=${country}`;
  const response = await fetch(url, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${domain} answered ${response.status}`);
  if (Number(response.headers.get('content-length') ?? 0) > MAX_CHARS) throw new Error(`${domain} answered too much`);
  return v.parse(answerSchema, await response.json()).accessible;
}

export function makeIsOpenElsewhere({ documents, clock, appOrigin, apiOrigins }: AccessDeps) {
  const cache = new Map<CountryCode, { readonly isOpen: boolean; readonly untilMs: number }>();
  let cachedDomains = '';
  return async (country: CountryCode): Promise<boolean> => {
    const { domains } = await documents.live('access');
    // Our own rules have allowed the visitor already, and one domain that allows is enough.
    if (domains.length === 0 || domains.some((domain) => domain === appOrigin || apiOrigins.includes(domain)))
      return true;
    if (cachedDomains !== domains.join(' ')) cache.clear();
    cachedDomains = domains.join(' ');
    const known = cache.get(country);
    if (known && clock.nowMs() < known.untilMs) return known.isOpen;
    // One visit asks again; concurrent ones use the last answer.
    if (known) cache.set(country, { ...known, untilMs: clock.nowMs() + CACHE_MS });
    const isOpen = await raceDomains(
      { domains, isFresh: false },
      {
        ask: (domain, cancelled) => {
          const control = new AbortController();
          cancelled.onCancel(() => control.abort());
          return ask(domain, country, control.signal);
        },
        after: (ms, run) => {
          const timer = setTimeout(run, ms);
          return () => clearTimeout(timer);
        },
      },
    );
    cache.set(country, { isOpen: isOpen !== false, untilMs: clock.nowMs() + CACHE_MS });
    return isOpen !== false;
  };
}
