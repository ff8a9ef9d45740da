import { billingContract } from '#shared/membership/billing.contract.ts';
import { billingCases } from './cases/membership/billing.cases.ts';
import { testContract } from './cases.ts';

testContract(billingContract, billingCases);
