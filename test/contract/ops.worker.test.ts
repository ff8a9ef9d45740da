import { opsContract } from '#shared/ops/contract.ts';
import { testContract } from './cases.ts';
import { opsCases } from './ops.cases.ts';

testContract(opsContract, opsCases);
