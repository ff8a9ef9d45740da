/** Every success and every declared error of the drive contract, against the running worker. */
import { driveContract } from '#shared/drive/contract.ts';
import { versionsContract } from '#shared/drive/versions.contract.ts';
import { driveCases } from './cases/drive.cases.ts';
import { versionCases } from './cases/versions.cases.ts';
import { testContract } from './cases.ts';

testContract(driveContract, driveCases);
testContract(versionsContract, versionCases);
