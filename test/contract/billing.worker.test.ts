import { billingContract } from '#shared/membership/billing.contract.ts';
import { rewardsContract } from '#shared/membership/rewards.contract.ts';
import { billingCases } from './cases/membership/billing.cases.ts';
import { rewardsCases } from './cases/membership/rewards.cases.ts';
import { testContract } from './cases.ts';

testContract(billingContract, billingCases);
testContract(rewardsContract, rewardsCases);
