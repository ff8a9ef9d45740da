/**
 * Region check of the drive, made at each navigation. It only informs the user: the server itself refuses closed regions.
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
  /** This browser's own address by STUN; '' when it was not found in 2 s. Null: the access rules need no address. */
  readonly findAddress: (() => Promise<string>) | null;
  readonly cookies: CookieJar;
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface AccessActions {
  /**
   * Concurrent calls share one check.
   * @param isFresh  ignores a stored yes that is younger than 10 minutes; null then means that no domain answered in 10 s
   */
  check(isFresh?: boolean): Promise<boolean | null>;
}

export function makeAccessActions(deps: AccessDeps): AccessActions {
  const { state, domains, ask, cookies } = deps;
  let underway: Promise<boolean | null> | null = null;
  let address: Promise<string> | null = null;

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
    // Only a yes is stored, so that the next navigation does not wait.
    if (isOpen) cookies.set(COOKIE.accessToVisit, true);
    else cookies.remove(COOKIE.accessToVisit);
    state.block.value = isOpen ? null : said;
    return isOpen;
  }

  return {
    async check(isFresh = false) {
      if (!isFresh && cookies.get(COOKIE.accessToVisit) === true) {
        state.block.value = null;
        return true;
      }
      underway ??= race(isFresh).finally(() => {
        underway = null;
      });
      return underway;
    },
  };
}
