/** What a provider of human checks said of a token, in our words. */
export const CHECK_REASONS = [
  /** The token is none of the provider's, or it thinks of a robot. */
  'refused',
  /** Good once, but late or used. */
  'expired_or_used',
  /** Given on another site. */
  'other_site',
  /** Given for another purpose. */
  'other_action',
  /** Another provider is configured, or none. */
  'provider_off',
  /** No answer in time, or none that can be read. The only one that may pass by itself. */
  'provider_unreachable',
] as const;

export type CheckReason = (typeof CHECK_REASONS)[number];
