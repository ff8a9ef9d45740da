/** Every success and every declared error of the shield contract, against the running worker. */
import { shieldContract } from '#shared/shield/contract.ts';
import { testContract } from './cases.ts';
import { shieldCases } from './shield.cases.ts';

testContract(shieldContract, shieldCases);
