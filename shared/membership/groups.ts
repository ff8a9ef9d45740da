/** Groups of people: a name, the storage of each member, and the mail domains whose new people join. A document that operators publish. */
import * as v from 'valibot';
import type { DocumentKind } from '#shared/document-kind.ts';
import { asciiDomain } from '#shared/intake/mail.ts';
import { isMailDomain, isOfDomains } from '#shared/intake/mail-domain.ts';
import { parseJsonText } from '#shared/json-text.ts';
import { GROUP_ID_CHARS } from './ledger.ts';

/** Each drive that looks at its limits gets the amounts of all. */
export const MOST_GROUPS = 100;
const MOST_DOMAINS = 50;
export const GROUP_NAME_CHARS = 60;

const group = v.strictObject({
  id: v.pipe(
    v.string(),
    v.maxLength(GROUP_ID_CHARS),
    v.regex(/^[a-z0-9][a-z0-9-]*$/, 'must be lower-case letters, digits and hyphens, such as design'),
    v.title('Id'),
    v.description('Name in lists and in the ledger. Never give it to another group.'),
  ),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(GROUP_NAME_CHARS),
    v.description('As operators read it.'),
  ),
  storageBytes: v.pipe(
    v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
    v.title('Storage of each member'),
    v.description('Empty: that of the plan. Premium never has less than its own.'),
    v.metadata({ as: 'bytes' }),
  ),
  mailDomains: v.pipe(
    v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.check(isMailDomain, 'must be a domain in lower case, such as example.com'))),
        v.maxLength(MOST_DOMAINS),
      ),
      [],
    ),
    v.description(
      'Whoever opens an account with an address of these domains joins the group. An account that was made by a link from hand to hand does not: the address is not proven.',
    ),
  ),
});

const isUnique = (texts: readonly string[]): boolean => new Set(texts).size === texts.length;

const schema = v.pipe(
  v.strictObject({
    groups: v.pipe(
      v.array(group),
      v.maxLength(MOST_GROUPS),
      v.title('Groups'),
      v.description('Groups of people.'),
      v.metadata({ entry: 'Group' }),
    ),
  }),
  v.check(({ groups }) => isUnique(groups.map(({ id }) => id)), 'every group needs an id of its own'),
  v.check(
    ({ groups }) => isUnique(groups.flatMap(({ mailDomains }) => mailDomains.map(asciiDomain))),
    'a mail domain can belong to one group only',
  ),
);

export type Groups = v.InferOutput<typeof schema>;
export type PersonGroup = Groups['groups'][number];

export const groupsDocument: DocumentKind<Groups> & { readonly schema: typeof schema } = {
  title: 'Groups of people',
  format: 'json',
  schema,
  initial: `${JSON.stringify({ groups: [] }, null, 2)}\n`,
  parse: (text) => parseJsonText(text, schema),
};

/** Storage of the groups that have an amount; undefined without any. */
export function amountsOf({ groups }: Groups): Readonly<Record<string, number>> | undefined {
  const amounts = groups.flatMap(({ id, storageBytes }) => (storageBytes === undefined ? [] : [[id, storageBytes]]));
  return amounts.length === 0 ? undefined : Object.fromEntries(amounts);
}

/** The group of a new person with this address; null for none. */
export function groupOfMail({ groups }: Groups, email: string): PersonGroup | null {
  return groups.find(({ mailDomains }) => isOfDomains(email, mailDomains)) ?? null;
}
