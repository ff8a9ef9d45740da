/** Every success and every declared error of the access contract, against the running worker. */
import { accessContract } from '#shared/access/contract.ts';
import { accessCases } from './cases/access.cases.ts';
import { testContract } from './cases.ts';

testContract(accessContract, accessCases);
