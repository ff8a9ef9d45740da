/** For whom an installation is. Those of a company and of a household sell nothing and give no rewards. Pure. */

export const SERVICE_KINDS = ['everyone', 'company', 'family'] as const;
export type ServiceKind = (typeof SERVICE_KINDS)[number];

export function isServiceKind(text: string): text is ServiceKind {
  return (SERVICE_KINDS as readonly string[]).includes(text);
}

/** Whether plans, prices, check-in, referral and gift codes exist here. */
export function hasOffers(kind: ServiceKind): boolean {
  return kind === 'everyone';
}
