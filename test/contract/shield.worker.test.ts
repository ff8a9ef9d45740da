/** Every success and every declared error of the shield contract, against the running worker. */
import { shieldContract } from '#shared/shield/contract.ts';
import { shieldCases } from './cases/shield.cases.ts';
import { testContract } from './cases.ts';

testContract(shieldContract, shieldCases);
