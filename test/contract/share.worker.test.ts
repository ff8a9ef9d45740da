/** Every success and every declared error of the share contract, against the running worker. */
import { shareContract } from '#shared/share/contract.ts';
import { testContract } from './cases.ts';
import { shareCases } from './share.cases.ts';

testContract(shareContract, shareCases);
