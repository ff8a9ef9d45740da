/** Every success and every declared error of the share contracts, against the running worker. */
import { shareContract } from '#shared/share/contract.ts';
import { followContract } from '#shared/share/follow.contract.ts';
import { followCases } from './cases/share/follow.cases.ts';
import { shareCases } from './cases/share.cases.ts';
import { testContract } from './cases.ts';

testContract(shareContract, shareCases);
testContract(followContract, followCases);
