import { opsContract } from '#shared/ops/contract.ts';
import { opsCases } from './cases/ops.cases.ts';
import { testContract } from './cases.ts';

testContract(opsContract, opsCases);
