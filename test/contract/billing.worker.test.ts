import { billingContract } from '#shared/membership/billing.contract.ts';
import { claimsContract } from '#shared/membership/claims.contract.ts';
import { invitationsContract } from '#shared/membership/invitations.contract.ts';
import { rewardsContract } from '#shared/membership/rewards.contract.ts';
import { billingCases } from './cases/membership/billing.cases.ts';
import { claimsCases } from './cases/membership/claims.cases.ts';
import { invitationsCases } from './cases/membership/invitations.cases.ts';
import { rewardsCases } from './cases/membership/rewards.cases.ts';
import { testContract } from './cases.ts';

testContract(billingContract, billingCases);
testContract(rewardsContract, rewardsCases);
testContract(invitationsContract, invitationsCases);
testContract(claimsContract, claimsCases);
