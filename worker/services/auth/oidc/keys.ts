/** Names, lifetimes and limits of sign-in by a provider. */
import { MINUTE_MS } from '#shared/units.ts';

/** Time to sign in at the provider and come back. */
export const FLOW_TTL_SECONDS = 900;
/** Time to decide on a new account. */
export const NEW_ACCOUNT_TTL_SECONDS = 900;
/** HttpOnly and strict: what this browser asked a provider for. The page of the redirect address leads once to itself, so that it is sent. */
export const FLOW_COOKIE = '__Host-magpie_provider';

export const FLOW_PURPOSE = 'auth.provider-flow';
export const NEW_ACCOUNT_PURPOSE = 'auth.provider-account';
/** Digests of subjects in the directory, beside those of addresses and names. */
export const SUBJECT_PURPOSE = 'auth.provider-subject';

/** Providers that one account is linked to: more than an installation has buttons. */
export const MAX_LINKS = 16;

/** Ways to a provider, and as many back, that one address begins: an office behind one address, not a flood. */
export const PROVIDER_BUDGET = { limit: 60, windowMs: MINUTE_MS } as const;
