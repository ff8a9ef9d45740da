/** Letters that the relay did not take, and the test letter, for operators. Acts are in the log; none names an address. */
import { AppError } from '#shared/errors.ts';
import { mailDomainOf } from '#shared/intake/mail-domain.ts';
import type { Actor, ConfigService } from '#worker/services/config/index.ts';
import type { MailService, TestResult } from '#worker/services/mail/index.ts';

export interface LettersDeps {
  readonly documents: Pick<ConfigService, 'recordAct'>;
  readonly mail: Pick<MailService, 'waiting' | 'retryLetter' | 'dropLetter' | 'sendTest'>;
}

/** The note of a test letter that a relay took begins so. */
const TEST_ACCEPTED = 'accepted';

/** The removal of a second factor waits until its person has been warned. */
const NEVER_DROPPED = 'factors-leaving';

export async function waitingLetters({ mail }: Pick<LettersDeps, 'mail'>) {
  const { count, letters } = await mail.waiting();
  return { count, letters: letters.map((letter) => ({ ...letter, mayDrop: letter.kind !== NEVER_DROPPED })) };
}

/** @throws AppError not_found when the letter does not wait */
async function requireLetter({ mail }: LettersDeps, id: string): Promise<{ kind: string; note: string }> {
  const letter = (await mail.waiting()).letters.find((each) => each.id === id);
  if (!letter) throw new AppError('not_found', { field: 'letter', reason: 'no_such_letter' });
  return { kind: letter.kind, note: `${letter.kind} ${id}` };
}

/** Tries it now. @throws AppError not_found */
export async function retryLetter(deps: LettersDeps, by: Actor, id: string): Promise<TestResult> {
  const { note } = await requireLetter(deps, id);
  await deps.documents.recordAct(by, { act: 'letter_retried', subject: 'letters', note });
  return deps.mail.retryLetter(id);
}

/** It is not sent any more. @throws AppError not_found; failed_precondition for a letter that is never dropped */
export async function dropLetter(
  deps: LettersDeps,
  by: Actor,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<void> {
  const { kind, note } = await requireLetter(deps, id);
  if (kind === NEVER_DROPPED) throw new AppError('failed_precondition', { field: 'letter', reason: 'removal_letter' });
  await deps.documents.recordAct(by, { act: 'letter_dropped', subject: 'letters', note: `${note}: ${reason}` });
  await deps.mail.dropLetter(id);
}

/** Sends a letter to the address and waits for the answer of the relay. */
export async function sendTestLetter(deps: LettersDeps, by: Actor, to: string): Promise<TestResult> {
  const result = await deps.mail.sendTest(to);
  const outcome = result.sent ? TEST_ACCEPTED : `not ${TEST_ACCEPTED}, ${result.reason}`;
  const note = `${outcome}: to ${mailDomainOf(to)}`;
  await deps.documents.recordAct(by, { act: 'letter_tested', subject: 'letters', note });
  return result;
}
