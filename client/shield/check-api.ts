/** The two calls of the human check's page. Plain fetch: the page does not load the request client. */
import { pageFetch } from '#client/api/fetch.ts';
import { CHECK_CHALLENGE_PATH, CHECK_SOLVE_PATH } from '#shared/shield/paths.ts';

export interface CheckFacts {
  readonly ticket: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly provider: 'pow' | 'turnstile' | 'recaptcha';
  readonly siteKey: string;
  readonly bound: string;
}

/** `over`: the check has ended. The others may be tried again. */
export type CheckTrouble = 'over' | 'late' | 'failed' | 'busy' | 'unreachable';

export type Solved =
  | { readonly ok: true; readonly redirectTo: string }
  | { readonly ok: false; readonly why: CheckTrouble };

interface RefusalBody {
  readonly error?: string;
  readonly details?: readonly { readonly reason?: string }[];
}

/** Meaning of a refusal for the user. */
export function troubleOf({ error, details = [] }: RefusalBody): CheckTrouble {
  if (error === 'too_many_requests') return 'busy';
  if (error !== 'captcha_invalid') return 'unreachable';
  const reasons = details.map(({ reason }) => reason);
  if (reasons.includes('check_over') || reasons.includes('check_redirect')) return 'over';
  return reasons.includes('check_late') ? 'late' : 'failed';
}

export function challengeUrl({ ticket }: CheckFacts): string {
  return `${CHECK_CHALLENGE_PATH}?${new URLSearchParams({ challenge: ticket })}`;
}

export async function sendSolution(facts: CheckFacts, solution: string): Promise<Solved> {
  const body = { challenge: facts.ticket, solution, redirect_uri: facts.redirectUri, state: facts.state };
  try {
    const { ok, _data } = await pageFetch().raw<{ redirect_to?: string } & RefusalBody>(CHECK_SOLVE_PATH, {
      method: 'POST',
      body,
      ignoreResponseError: true,
    });
    if (!_data) return { ok: false, why: 'unreachable' };
    return ok ? { ok: true, redirectTo: _data.redirect_to ?? '' } : { ok: false, why: troubleOf(_data) };
  } catch {
    return { ok: false, why: 'unreachable' };
  }
}
