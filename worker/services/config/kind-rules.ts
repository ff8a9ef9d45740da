/** How the kind of service changes the other documents: without offers, what they sell and give is closed. Pure. */
import { hasOffers, type ServiceKind } from '#shared/config/service-kind.ts';
import type { DocumentName, DocumentValue } from '#shared/documents/registry.ts';

type Rules = {
  readonly [Name in DocumentName]?: (
    value: DocumentValue<Name>,
    kind: ServiceKind,
    isKnown: boolean,
  ) => DocumentValue<Name>;
};

type Activities = DocumentValue<'activity_operation'>['default'];
type SignUp = DocumentValue<'sign_up'>['default'];

const closed = <T extends { readonly open: boolean } | undefined>(activity: T): T =>
  activity && { ...activity, open: false };

function closedActivities<T extends Partial<Activities>>(values: T): T {
  const all = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(closed) : closed(value as Activities['christmas']),
  ]);
  return Object.fromEntries(all) as T;
}

/**
 * Without a rule of the operators a company and a household take people who are invited, or those of their mail domains. Documents that
 * cannot be read may say that it is one of these.
 */
function signUpOf<T extends Partial<SignUp>>(values: T, kind: ServiceKind, isKnown: boolean): T {
  if (values.mode !== 'default') return values;
  const isOpen = isKnown && (hasOffers(kind) || (values.mail_domains ?? []).length > 0);
  return { ...values, mode: isOpen ? 'open' : 'invitation' };
}

function eachPart<
  P extends object,
  V extends { readonly default: P; readonly variants: readonly { values: Partial<P> }[] },
>(value: V, change: (values: Partial<P>) => Partial<P>): V {
  const variants = value.variants.map((variant) => ({ ...variant, values: change(variant.values) }));
  return { ...value, default: change(value.default), variants };
}

const RULES: Rules = {
  membership: (value, kind) => (hasOffers(kind) ? value : { ...value, sells: false }),
  rewards: (value, kind) => {
    if (hasOffers(kind)) return value;
    const { checkIn, invitations } = value;
    return {
      checkIn: { ...checkIn, open: false },
      invitations: { ...invitations, open: false, newcomerDays: 0 },
    };
  },
  activity_operation: (value, kind) => (hasOffers(kind) ? value : eachPart(value, closedActivities)),
  sign_up: (value, kind, isKnown) => eachPart(value, (values) => signUpOf(values, kind, isKnown)),
};

export function followsKind(name: DocumentName): boolean {
  return Object.hasOwn(RULES, name);
}

/**
 * The value of a document in an installation of this kind.
 * @param isKnown  false: the document or that of the kind could not be read, and these are the values of before the first publication
 */
export function ofKind<Name extends DocumentName>(
  name: Name,
  value: DocumentValue<Name>,
  kind: ServiceKind,
  isKnown = true,
): DocumentValue<Name> {
  return RULES[name]?.(value, kind, isKnown) ?? value;
}
