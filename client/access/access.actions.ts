/**
 * The region check of the drive, at each navigation: advice for the person. What is closed, the server closes by itself.
 * Source: spec sections 4 "Access check" and 9; trust.md hazard 4.
 */
import type { CookieJar } from '#client/browser-storage/cookies.ts';
import { COOKIE } from '#client/browser-storage/cookies.ts';
import { raceDomains } from '#shared/access/race.ts';
import type { AskArea } from './access.api.ts';
import type { AccessBlock, AccessState } from './access.state.ts';

export interface AccessDeps {
  readonly state: AccessState;
  readonly domains: readonly string[];
  readonly ask: AskArea;
  /** This browser's own address by STUN; '' when it was not found in 2 s. Null: nobody looks for it. */
  readonly findAddress: (() => Promise<string>) | null;
  readonly cookies: CookieJar;
  readonly after: (ms: number, run: () => void) => () => void;
  /** Told of every change, for the facts of the person. */
  readonly onChange: (block: AccessBlock | null) => void;
}

export interface AccessActions {
  /**
   * Questions at the same moment share one answer.
   * @param isFresh  ask although the last yes is younger than 10 minutes; then null means: nothing was learnt in 10 s
   */
  check(isFresh?: boolean): Promise<boolean | null>;
}

export function makeAccessActions(deps: AccessDeps): AccessActions {
  const { state, domains, ask, cookies } = deps;
  let underway: Promise<boolean | null> | null = null;
  let address: Promise<string> | null = null;

  function put(block: AccessBlock | null): void {
    if (state.block.value === block) return;
    state.block.value = block;
    deps.onChange(block);
  }

  async function race(isFresh: boolean): Promise<boolean | null> {
    address ??= deps.findAddress ? deps.findAddress() : Promise.resolve('');
    const found = await address;
    let said: AccessBlock = { reason: 'region', country: '' };
    const isOpen = await raceDomains(
      { domains, isFresh },
      {
        after: deps.after,
        ask: async (domain, cancelled) => {
          const answer = await ask(domain, found, cancelled);
          if (!answer.accessible) said = { reason: answer.reason || 'region', country: answer.country_code };
          return answer.accessible;
        },
      },
    );
    if (isOpen === null) return null;
    // The yes alone is remembered: whoever is let in again need not wait for it.
    if (isOpen) cookies.set(COOKIE.accessToVisit, true);
    else cookies.remove(COOKIE.accessToVisit);
    put(isOpen ? null : said);
    return isOpen;
  }

  return {
    async check(isFresh = false) {
      if (!isFresh && cookies.get(COOKIE.accessToVisit) === true) {
        put(null);
        return true;
      }
      underway ??= race(isFresh).finally(() => {
        underway = null;
      });
      return underway;
    },
  };
}
