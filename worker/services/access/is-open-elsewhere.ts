/** Asks the configured domains for a visitor of ours. They are told a country, nothing of a person. */
import * as v from 'valibot';
import { accessContract } from '#shared/access/contract.ts';
import { raceDomains } from '#shared/access/race.ts';
import type { CountryCode } from '#shared/country/model.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { AccessDeps } from './deps.ts';

/** What the domains said of a country serves the visitors of this isolate that long, silence too. */
const REMEMBERED_MS = 30 * SECOND_MS;
/** Of an answer; ours are below a hundred. */
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
  const remembered = new Map<CountryCode, { readonly isOpen: boolean; readonly untilMs: number }>();
  let askedDomains = '';
  return async (country: CountryCode): Promise<boolean> => {
    const { domains } = await documents.live('access');
    // Our own yes was given before anybody came here, and one yes is enough.
    if (domains.length === 0 || domains.some((domain) => domain === appOrigin || apiOrigins.includes(domain)))
      return true;
    if (askedDomains !== domains.join(' ')) remembered.clear();
    askedDomains = domains.join(' ');
    const known = remembered.get(country);
    if (known && clock.nowMs() < known.untilMs) return known.isOpen;
    // One visit asks again; the others meanwhile go by what was said last.
    if (known) remembered.set(country, { ...known, untilMs: clock.nowMs() + REMEMBERED_MS });
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
    remembered.set(country, { isOpen: isOpen !== false, untilMs: clock.nowMs() + REMEMBERED_MS });
    return isOpen !== false;
  };
}
