import { mailContract } from '#shared/mail/contract.ts';
import { mailCases } from './cases/mail.cases.ts';
import { testContract } from './cases.ts';

testContract(mailContract, mailCases);
