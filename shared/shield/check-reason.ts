/** Why a provider of human checks refuses a token. */
export const CHECK_REASONS = [
  /** The token is not the provider's, or the score is that of a robot. */
  'refused',
  /** Good once, but late or used. */
  'expired_or_used',
  /** Issued on another site. */
  'other_site',
  /** Issued for another purpose. */
  'other_action',
  /** Another provider is configured, or none. */
  'provider_off',
  /** No answer in time, or an unreadable one. The only reason for which a repeat may succeed. */
  'provider_unreachable',
] as const;

export type CheckReason = (typeof CHECK_REASONS)[number];
