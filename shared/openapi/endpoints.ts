/** Every row of every contract, in the order readers meet them. A table; a contract left out fails test/contract. */
import { accessContract } from '#shared/access/contract.ts';
import { authContract } from '#shared/auth/contract.ts';
import { configContract } from '#shared/config/contract.ts';
import type { Endpoint } from '#shared/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { mailContract } from '#shared/mail/contract.ts';
import { billingContract } from '#shared/membership/billing.contract.ts';
import { claimsContract } from '#shared/membership/claims.contract.ts';
import { membershipContract } from '#shared/membership/contract.ts';
import { invitationsContract } from '#shared/membership/invitations.contract.ts';
import { rewardsContract } from '#shared/membership/rewards.contract.ts';
import { opsContract } from '#shared/ops/contract.ts';
import { shareContract } from '#shared/share/contract.ts';
import { followContract } from '#shared/share/follow.contract.ts';
import { shieldContract } from '#shared/shield/contract.ts';

/** Feature -> its contract; the feature is also the tag in the document. */
export const CONTRACTS = {
  config: configContract,
  access: accessContract,
  shield: shieldContract,
  mail: mailContract,
  auth: authContract,
  membership: {
    ...membershipContract,
    ...billingContract,
    ...rewardsContract,
    ...invitationsContract,
    ...claimsContract,
  },
  drive: { ...driveContract, ...versionsContract },
  share: { ...shareContract, ...followContract },
  ops: opsContract,
} as const;

export type FeatureTag = keyof typeof CONTRACTS;

type RowsOf<T> = T[keyof T];

/** `auth.signIn`, `drive.list`, ... */
export type EndpointId = {
  [Tag in FeatureTag]: `${Tag}.${keyof (typeof CONTRACTS)[Tag] & string}`;
}[FeatureTag];

export const ENDPOINTS: readonly Endpoint[] = Object.freeze(
  Object.values(CONTRACTS).flatMap((contract) => Object.values(contract) as RowsOf<typeof contract>[]),
) as readonly Endpoint[];

export function tagOf(row: Endpoint): FeatureTag {
  return row.id.slice(0, row.id.indexOf('.')) as FeatureTag;
}
