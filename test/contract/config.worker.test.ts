import { configContract } from '#shared/config/contract.ts';
import { configCases } from './cases/config.cases.ts';
import { testContract } from './cases.ts';

testContract(configContract, configCases);
