/**
 * External providers of human checks: one interface, two adapters over the same documented call (`siteverify`).
 * Used only when configured. A provider without an answer fails the check.
 */
import * as v from 'valibot';
import type { CheckReason } from '#shared/shield/check-reason.ts';
import { logError } from '#worker/platform/log.ts';
import { PROVIDER_TIMEOUT_MS } from '../keys.ts';

/** Purpose of a provider's token; both providers allow letters and `_` only. */
export const PROVIDER_ACTION = 'human_check';
/** Lowest score that counts as a person (1.0) and not as a robot (0.0). */
const LEAST_SCORE = 0.5;

export interface ProviderConfig {
  readonly name: 'turnstile' | 'recaptcha';
  readonly siteKey: string;
  readonly secret: string;
  readonly verifyUrl: string;
  readonly scriptUrl: string;
  /** Host that tokens must come from: the app's. */
  readonly hostname: string;
}

interface ProviderQuery {
  readonly token: string;
  /** Client address; '' when unknown. */
  readonly address: string;
  /** Id of the check that the token must be bound to, where the provider can bind; '' for none. */
  readonly bound: string;
}

export type ProviderAnswer = { readonly ok: true } | { readonly ok: false; readonly reason: CheckReason };

export interface Provider {
  readonly config: ProviderConfig;
  verify(query: ProviderQuery): Promise<ProviderAnswer>;
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

const refused = (reason: CheckReason): ProviderAnswer => ({ ok: false, reason });

/** Decides on a provider's answer. Pure. */
export function readSiteAnswer(
  answer: SiteAnswer,
  wanted: { name: ProviderConfig['name']; hostname: string; bound: string },
): ProviderAnswer {
  if (!answer.success)
    return refused(answer['error-codes'].includes('timeout-or-duplicate') ? 'expired_or_used' : 'refused');
  if (answer.hostname !== wanted.hostname) return refused('other_site');
  // A reCAPTCHA checkbox has no action. Turnstile and scores carry the action that the page asked for.
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
      return readSiteAnswer(answer, { name: config.name, hostname: config.hostname, bound });
    },
  };
}
