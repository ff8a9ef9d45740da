/** A declared error without a case is found, and so is a case that is not declared. */
import { expect, it } from 'vitest';
import { driveContract } from '#shared/drive/contract.ts';
import { driveCases } from './cases/drive.cases.ts';
import { caseProblems } from './cases.ts';

const ask = () => ({});

it('finds a declared error that no case produces', () => {
  const { not_found: _left, ...rest } = driveCases.list.errors ?? {};
  expect(caseProblems(driveContract.list, { ...driveCases.list, errors: rest })).toEqual([
    'drive.list has no case for not_found',
  ]);
});

it('finds a case for an error that is not declared, and an endpoint without a success', () => {
  expect(caseProblems(driveContract.about, { success: {}, errors: { not_found: ask } })).toEqual([
    'drive.about has no success',
    'drive.about does not declare not_found',
  ]);
});
