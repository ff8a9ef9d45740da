/** Every success and every declared error of the share contract, against the running worker. */
import { shareContract } from '#shared/share/contract.ts';
import { shareCases } from './cases/share.cases.ts';
import { testContract } from './cases.ts';

testContract(shareContract, shareCases);
