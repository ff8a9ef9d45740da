/** The authorisation matrix: every endpoint × every kind of caller. An endpoint without a row does not compile. */
import type { Endpoint } from '#shared/contract.ts';
import type { EndpointId, FeatureTag } from '#shared/openapi/endpoints.ts';
import type { MatrixRow } from './callers.ts';
import { accessMatrix } from './cases/access.cases.ts';
import { authMatrix } from './cases/auth.cases.ts';
import { configMatrix } from './cases/config.cases.ts';
import { driveMatrix } from './cases/drive.cases.ts';
import { mailMatrix } from './cases/mail.cases.ts';
import { billingMatrix } from './cases/membership/billing.cases.ts';
import { claimsMatrix } from './cases/membership/claims.cases.ts';
import { invitationsMatrix } from './cases/membership/invitations.cases.ts';
import { membershipMatrix } from './cases/membership/membership.cases.ts';
import { rewardsMatrix } from './cases/membership/rewards.cases.ts';
import { opsMatrix } from './cases/ops.cases.ts';
import { followMatrix } from './cases/share/follow.cases.ts';
import { shareMatrix } from './cases/share.cases.ts';
import { shieldMatrix } from './cases/shield.cases.ts';
import { versionMatrix } from './cases/versions.cases.ts';

type FeatureRows<Tag extends FeatureTag, Rows> = {
  readonly [Key in keyof Rows & string as `${Tag}.${Key}`]: MatrixRow;
};

/** Rows by the ids of their endpoints. */
function ofFeature<Tag extends FeatureTag, Rows extends Readonly<Record<string, MatrixRow>>>(tag: Tag, rows: Rows) {
  return Object.fromEntries(Object.entries(rows).map(([key, row]) => [`${tag}.${key}`, row])) as FeatureRows<Tag, Rows>;
}

export const MATRIX: Readonly<Record<EndpointId, MatrixRow>> = {
  ...ofFeature('config', configMatrix),
  ...ofFeature('access', accessMatrix),
  ...ofFeature('shield', shieldMatrix),
  ...ofFeature('mail', mailMatrix),
  ...ofFeature('auth', authMatrix),
  ...ofFeature('membership', {
    ...membershipMatrix,
    ...billingMatrix,
    ...rewardsMatrix,
    ...invitationsMatrix,
    ...claimsMatrix,
  }),
  ...ofFeature('drive', { ...driveMatrix, ...versionMatrix }),
  ...ofFeature('share', { ...shareMatrix, ...followMatrix }),
  ...ofFeature('ops', opsMatrix),
};

/** @returns ids of the matrix that no endpoint has */
export function strayRows(endpoints: readonly Endpoint[]): string[] {
  return Object.keys(MATRIX).filter((id) => !endpoints.some((endpoint) => endpoint.id === id));
}
