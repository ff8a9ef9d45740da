import { configContract } from '#shared/config/contract.ts';
import { testContract } from './cases.ts';
import { configCases } from './config.cases.ts';

testContract(configContract, configCases);
