/** The name by which strangers know a person: refusals of a typed one, and the one that is proposed. Who has chosen which is stored by share. */
import { cleanPublicName, type PublicNameReason, publicNameProblem } from '#shared/auth/public-name.ts';
import { isNameOf } from '#shared/auth/rules.ts';
import { AppError } from '#shared/errors.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { LOCALES } from '#shared/locale/tags.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthParts } from '../deps.ts';
import { isMaskedPhone } from '../identifier/mask.ts';
import { productsOf } from '../password/check-password.ts';
import { ownPerson } from './own-person.ts';

const SENTENCES: Readonly<Record<PublicNameReason, MessageKey>> = {
  empty: 'auth.account.name.empty',
  too_long: 'auth.public_name.too_long',
  address: 'auth.public_name.address',
  link: 'auth.public_name.link',
  phone: 'auth.public_name.phone',
  product: 'auth.public_name.product',
  role: 'auth.public_name.role',
  script: 'auth.public_name.script',
};

/**
 * The typed name as it is stored.
 * @throws AppError invalid_argument, with the rule as its reason
 */
export async function requirePublicName(parts: Pick<AuthParts, 'documents'>, typed: string): Promise<string> {
  const name = cleanPublicName(typed);
  const problem = publicNameProblem(name, await productsOf(parts, LOCALES));
  if (problem === null) return name;
  const { reason, word } = problem;
  throw new AppError('invalid_argument', {
    reason,
    field: 'nickname',
    messageKey: SENTENCES[reason],
    ...(reason === 'role' || reason === 'script' ? { messageParams: { word } } : {}),
  });
}

export interface ProposedName {
  /** '' where the name of the account breaks a rule. */
  readonly name: string;
  /** The person typed none: it was made from the mail address, a former one, or the number, which strangers do not read unasked. */
  readonly isOfAddress: boolean;
}

/** The name of the account as others may read it. @throws AppError unauthenticated */
export async function proposedName(parts: AuthParts, caller: Caller): Promise<ProposedName> {
  const person = await ownPerson(parts, caller);
  const name = cleanPublicName(person.name);
  const isAllowed = publicNameProblem(name, await productsOf(parts, LOCALES)) === null;
  const isOfAddress = person.isNameOfFormer || isNameOf(person.name, person.email) || isMaskedPhone(person.name);
  return { name: isAllowed ? name : '', isOfAddress };
}
