/** Refuses a new password that breaks a rule. */
import { type OwnTexts, type PasswordProblem, passwordProblemOf } from '#shared/auth/rules.ts';
import { valueFor } from '#shared/config/config-document.ts';
import { AppError } from '#shared/errors.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import { isCommonPassword } from './common-passwords.ts';

const PRODUCT = 'Magpie';

const SENTENCES: Readonly<Record<PasswordProblem | 'is_common', MessageKey>> = {
  too_short: 'auth.password.rule',
  too_long: 'auth.password.rule',
  is_address: 'auth.password.personal',
  is_name: 'auth.password.personal',
  is_common: 'auth.password.common',
};

export interface NewPassword extends Omit<OwnTexts, 'products'> {
  readonly password: string;
}

/** Without documents the product has its own name. */
interface ProductNames {
  readonly documents?: Pick<ConfigService, 'live'>;
}

/** Names of the product in these languages. */
export async function productsOf(
  { documents }: ProductNames,
  locales: readonly CallContext['locale'][],
): Promise<string[]> {
  if (!documents) return [PRODUCT];
  const basic = await documents.live('basic');
  const names = locales.map((language) => valueFor(basic, { language, client: '', person: '' }).product_name);
  return [...new Set([PRODUCT, ...names])];
}

/** @throws AppError invalid_password, with the rule as its reason */
export async function checkPassword(
  parts: ProductNames,
  { password, ...own }: NewPassword,
  field: string,
  { locale }: Pick<CallContext, 'locale'>,
): Promise<void> {
  const problem = passwordProblemOf(password, { ...own, products: await productsOf(parts, [locale]) });
  const reason = problem ?? (isCommonPassword(password) ? 'is_common' : null);
  if (reason !== null) throw new AppError('invalid_password', { reason, field, messageKey: SENTENCES[reason] });
}
