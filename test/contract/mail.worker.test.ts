import { mailContract } from '#shared/mail/contract.ts';
import { testContract } from './cases.ts';
import { mailCases } from './mail.cases.ts';

testContract(mailContract, mailCases);
