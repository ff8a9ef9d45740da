/** The two calls of the page of a human check. Plain fetch: the page loads nothing of the request client. */
import { CHECK_CHALLENGE_PATH, CHECK_SOLVE_PATH } from '#shared/shield/paths.ts';

export interface CheckFacts {
  readonly ticket: string;
  readonly redirectUri: string;
  readonly state: string;
  readonly provider: 'pow' | 'turnstile' | 'recaptcha';
  readonly siteKey: string;
  readonly bound: string;
}

/** `over`: nothing more to do here. The others may be tried again. */
export type CheckTrouble = 'over' | 'late' | 'failed' | 'busy' | 'unreachable';

export type Solved =
  | { readonly ok: true; readonly redirectTo: string }
  | { readonly ok: false; readonly why: CheckTrouble };

interface RefusalBody {
  readonly error?: string;
  readonly details?: readonly { readonly reason?: string }[];
}

/** What a refusal means to the person. */
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
    const response = await fetch(CHECK_SOLVE_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { redirect_to?: string } & RefusalBody;
    return response.ok ? { ok: true, redirectTo: answer.redirect_to ?? '' } : { ok: false, why: troubleOf(answer) };
  } catch {
    return { ok: false, why: 'unreachable' };
  }
}
