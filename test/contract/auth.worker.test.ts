/** Every success and every declared error of the auth contract, against the running worker. */
import { authContract } from '#shared/auth/contract.ts';
import { authCases } from './cases/auth.cases.ts';
import { testContract } from './cases.ts';

testContract(authContract, authCases);
