import { expect, test } from 'vitest';
import { ApiError, unreachable } from '#client/api/errors.ts';
import { EXIT, failureOf, notFound, usageError } from './exit.ts';

const ofName = (error: string) => failureOf(new ApiError({ error }, '/'));

test.each([
  ['unauthenticated', EXIT.signIn],
  ['invalid_grant', EXIT.signIn],
  ['file_not_found', EXIT.notFound],
  ['file_space_not_enough', EXIT.full],
  ['upload_day_limit', EXIT.full],
  ['unavailable', EXIT.network],
  ['file_name_invalid', EXIT.failed],
])('%s ends with exit code %i', (name, exit) => expect(ofName(name).exit).toBe(exit));

test('an address that does not answer names its cause, and what to do', () => {
  const cause = new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) });
  expect(failureOf(unreachable('/', cause))).toMatchObject({
    exit: EXIT.network,
    message: 'the server does not answer (ECONNREFUSED)',
  });
  const unknown = Object.assign(new Error('x'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  expect(failureOf(unreachable('/', unknown)).remedy).toContain('NODE_EXTRA_CA_CERTS');
});

test('an interrupted command says how to go on, whatever failed by it', () => {
  expect(failureOf(new Error('any'), true)).toMatchObject({ exit: EXIT.interrupted, name: 'interrupted' });
});

test('how a command ends: own refusals, files of this computer and faults have a sentence each', () => {
  expect(failureOf(usageError('no', 'put')).remedy).toContain('magpie help put');
  expect(failureOf(notFound('/a'))).toMatchObject({ exit: EXIT.notFound, message: '/a is not in the drive' });
  expect(failureOf(Object.assign(new Error('x'), { code: 'ENOSPC' })).remedy).toContain('full');
  expect(failureOf('odd')).toMatchObject({ exit: EXIT.failed, message: 'odd' });
});
