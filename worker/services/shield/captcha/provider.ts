/**
 * Providers of human checks outside of this site: one port, two adapters over the same documented call (`siteverify`).
 * Asked only when configured; without an answer nobody is let in.
 */
import * as v from 'valibot';
import { logError } from '#worker/platform/log.ts';
import { PROVIDER_TIMEOUT_MS } from '../keys.ts';
import type { ProviderAnswer } from '../service.ts';

/** Purpose that a provider's token is made for; both providers allow letters and `_` alone. */
export const PROVIDER_ACTION = 'human_check';
/** Below this a provider that gives scores thinks of a robot (1.0 is a person). */
const LEAST_SCORE = 0.5;

export interface ProviderConfig {
  readonly name: 'turnstile' | 'recaptcha';
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl: string;
  readonly scriptUrl: string;
  /** Host that tokens must be given on: the app's. */
  readonly hostname: string;
}

export interface ProviderAsk {
  readonly token: string;
  /** Client address; '' when unknown. */
  readonly address: string;
  /** What the token must be bound to, for providers that can; '' asks for nothing. */
  readonly bound: string;
}

export interface Provider {
  readonly config: ProviderConfig;
  verify(ask: ProviderAsk): Promise<ProviderAnswer>;
}

const answerSchema = v.object({
  success: v.boolean(),
  hostname: v.optional(v.string(), ''),
  action: v.optional(v.nullable(v.string())),
  cdata: v.optional(v.nullable(v.string())),
  score: v.optional(v.number()),
  'error-codes': v.optional(v.array(v.string()), []),
});

type SiteAnswer = v.InferOutput<typeof answerSchema>;

const refused = (reason: Exclude<ProviderAnswer, { ok: true }>['reason']): ProviderAnswer => ({ ok: false, reason });

/** What an answer means. Pure: tried with each lie a provider, or somebody in its place, could tell. */
export function judgeSiteAnswer(
  answer: SiteAnswer,
  wanted: { name: ProviderConfig['name']; hostname: string; bound: string },
): ProviderAnswer {
  if (!answer.success)
    return refused(answer['error-codes'].includes('timeout-or-duplicate') ? 'expired_or_used' : 'refused');
  if (answer.hostname !== wanted.hostname) return refused('other_site');
  // A checkbox of reCAPTCHA has no action; Turnstile and scores have the one that the page asked for.
  const needsAction = wanted.name === 'turnstile' || answer.score !== undefined;
  if (needsAction && answer.action !== PROVIDER_ACTION) return refused('other_action');
  if (wanted.name === 'turnstile' && wanted.bound !== '' && answer.cdata !== wanted.bound)
    return refused('other_action');
  if (answer.score !== undefined && answer.score < LEAST_SCORE) return refused('refused');
  return { ok: true };
}

/** @param send  default: the platform's fetch */
export function makeProvider(config: ProviderConfig, send: typeof fetch = fetch): Provider {
  return {
    config,
    async verify({ token, address, bound }) {
      if (token === '') return refused('refused');
      let answer: SiteAnswer;
      try {
        const response = await send(config.verifyUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({
            secret: config.secret,
            response: token,
            ...(address === '' ? {} : { remoteip: address }),
          }).toString(),
          signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS),
          redirect: 'manual',
        });
        answer = v.parse(answerSchema, await response.json());
      } catch (error) {
        logError('shield.provider', error, { provider: config.name });
        return refused('provider_unreachable');
      }
      return judgeSiteAnswer(answer, { name: config.name, hostname: config.hostname, bound });
    },
  };
}
