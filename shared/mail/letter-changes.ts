/**
 * Letters in the operators' own texts: the document `letter_texts`. Code, link and ways to unsubscribe are parts of every letter that no
 * text replaces; the placeholders of a text must remain in its replacement. For the server and the command line only.
 */
import * as v from 'valibot';
import { HEX_COLOUR, isReadable, nearestReadable } from '#shared/config/accent.ts';
import { isShownText } from '#shared/config/language-texts.ts';
import type { DocumentKind, Parsed } from '#shared/document-kind.ts';
import { MOST_TEXT_CHARS, parseJsonText } from '#shared/json-text.ts';
import { LOCALE_NAMES, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { LETTER_KINDS, type LetterKind } from './letter-kinds.ts';

/** Of a letter, from its top to its foot. */
export const LETTER_PARTS = ['subject', 'title', 'lead', 'action', 'notes', 'footer'] as const;
export type LetterPart = (typeof LETTER_PARTS)[number];

/** Longest text of each, characters. */
export const PART_CHARS: Readonly<Record<LetterPart, number>> = {
  subject: 120,
  title: 120,
  lead: 1_000,
  action: 60,
  notes: 1_500,
  footer: 300,
};
export const SENDER_NAME_CHARS = 60;
/** Letters times languages, and more. */
const MOST_CHANGES = 600;

type PartNames = Readonly<Partial<Record<LetterPart, readonly string[]>>>;

const CODE: PartNames = { subject: ['code'], notes: ['count'] };
const DATE: PartNames = { lead: ['date'] };
const REASON: PartNames = { lead: ['reason'] };

/** Placeholders that the product's texts of a letter have; a text that is not named has none. The footer of each has `{{origin}}`. */
export const LETTER_PLACEHOLDERS: Readonly<Partial<Record<LetterKind, PartNames>>> = {
  'sign-up-code': CODE,
  'sign-in-code': CODE,
  'reset-code': CODE,
  'change-code': CODE,
  'password-changed': DATE,
  'two-factor-on': DATE,
  'two-factor-off': DATE,
  'recovery-codes-renewed': DATE,
  'passkey-added': DATE,
  'passkey-removed': DATE,
  'app-password-made': DATE,
  'provider-linked': DATE,
  'provider-removed': DATE,
  'email-changed': DATE,
  'phone-changed': DATE,
  'new-device': { lead: ['device', 'date'] },
  'account-frozen': DATE,
  'account-blocked': { ...DATE, notes: ['reason'] },
  'account-unblocked': DATE,
  'account-reset': DATE,
  'account-closing': DATE,
  'factors-leaving': DATE,
  'factors-removed': DATE,
  'account-invited': { lead: ['origin'], notes: ['date'] },
  'desk-message': { subject: ['topic'], lead: ['topic'] },
  'link-closed': REASON,
  'link-upheld': REASON,
  receipt: { lead: ['date', 'product'] },
  'renewal-failed': DATE,
  'plan-ends': { subject: ['date'], ...DATE },
  'plan-ended': DATE,
  'link-sent': { subject: ['name'], title: ['name'] },
  'links-end': { subject: ['date'], lead: ['count', 'date'] },
  'files-collected': { subject: ['count'], lead: ['count'] },
  'storage-full': { lead: ['used', 'limit'] },
  'traffic-full': { lead: ['used', 'limit', 'date'] },
  'reward-granted': { subject: ['count'], title: ['count'] },
  welcome: { notes: ['button'] },
};

/** Letters that warn a person of another hand in the account. An operator who could soften them would hide that hand. */
const WARNINGS: ReadonlySet<LetterKind> = new Set<LetterKind>([
  'reset-code',
  'change-code',
  'password-changed',
  'two-factor-on',
  'two-factor-off',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
  'app-password-made',
  'provider-linked',
  'provider-removed',
  'email-changed',
  'phone-changed',
  'new-device',
  'account-frozen',
  'account-reset',
  'account-closing',
  'factors-leaving',
  'factors-removed',
]);

export const FIXED_TEXTS =
  'This letter warns of changes to the account, so its words are those of the product. Name and colour can be yours, and the line at the foot of all letters';

/** Whether the words are always those of the product. The foot too: it could say that the letter is a trial. */
export function isFixed(kind: LetterKind): boolean {
  return WARNINGS.has(kind);
}

/** The address of this installation, which each text may name. */
const ORIGIN = 'origin';

/** Placeholders that must remain in the text. */
export function placeholdersOf(kind: LetterKind, part: LetterPart): readonly string[] {
  return part === 'footer' ? [ORIGIN] : (LETTER_PLACEHOLDERS[kind]?.[part] ?? []);
}

/** Names of the whole placeholders in a text. */
export function placeholdersIn(text: string): ReadonlySet<string> {
  return new Set([...text.matchAll(/\{\{(\w{1,40})\}\}/g)].map(([, name = '']) => name));
}

const named = (name: string): string => `{{${name}}}`;
const MAIL_ADDRESS = /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(\.[\p{L}\p{N}-]{1,63}){1,8}/gu;
/** Mail programs make links of these by themselves. */
const ADDRESS = /:\/\/|\bwww\.|[\p{L}\p{N}-]\.\p{L}{2}/iu;
/** Behind the address of this installation these make it that of another host: `https://drive.example.com@203.0.113.9`, `….com.zip`, `….company`. */
const GROWN_ORIGIN = /\{\{origin\}\}(?:[\w%\\-]|[.:][\p{L}\p{N}]|[^\s/?#{]*[@{])/u;

/** Why the text is refused in the letter; '' where it is not. '' stands for the text of the product. */
function whyNot(kind: LetterKind, part: LetterPart, text: string): string {
  if (text === '') return '';
  if (isFixed(kind)) return FIXED_TEXTS;
  const found = placeholdersIn(text);
  const own = placeholdersOf(kind, part);
  const lost = own.filter((name) => !found.has(name));
  if (lost.length > 0) return `must keep ${lost.map(named).join(', ')}`;
  const known = new Set([...own, ORIGIN]);
  const unknown = [...found].filter((name) => !known.has(name));
  if (unknown.length > 0)
    return `has ${unknown.map(named).join(', ')}, which this letter does not fill in; there is ${[...known].map(named).join(', ')}`;
  const plain = text.replace(/\{\{\w{1,40}\}\}/g, ' ');
  if (/[{}]/.test(plain)) return 'has a broken placeholder: braces stand only as in {{name}}';
  if (!isShownText(plain.replaceAll('\n', ' '))) return 'must be plain text without markup and control characters';
  if (GROWN_ORIGIN.test(text)) return 'must have a space behind {{origin}}: what follows would make it another address';
  if (ADDRESS.test(plain.replace(MAIL_ADDRESS, ' ')))
    return 'must hold no address of a page: {{origin}} stands for the one of this installation';
  return '';
}

const text = (part: LetterPart, title: string, says: string) =>
  v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(PART_CHARS[part]),
        v.metadata({ as: part === 'lead' || part === 'notes' ? 'paragraph' : undefined }),
      ),
      '',
    ),
    v.title(title),
    v.description(says),
  );

const OWN = 'Empty: the text of the product.';

const change = v.strictObject({
  letter: v.pipe(v.picklist(LETTER_KINDS), v.title('Letter'), v.description('The preview of Letters shows each.')),
  language: v.pipe(v.picklist(LOCALES), v.metadata({ choices: LOCALE_NAMES }), v.description('Its reader’s.')),
  subject: text('subject', 'Subject', OWN),
  title: text('title', 'Heading', OWN),
  lead: text('lead', 'Text', `Before the code or the link. ${OWN}`),
  action: text('action', 'Button', `The words on the link. ${OWN}`),
  notes: text('notes', 'Text below', `After the code or the link; a line is a paragraph. ${OWN}`),
  footer: text('footer', 'Foot', `Why the letter came. ${OWN}`),
  name: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.trim(),
        v.maxLength(SENDER_NAME_CHARS),
        v.check((each) => isShownText(each) && !/[<>"@\\]/.test(each), 'must be a plain name'),
      ),
      '',
    ),
    v.title('Name'),
    v.description('The sender, and the name at the top. The address stays. Empty: the name of the service.'),
  ),
  colour: v.pipe(
    v.optional(
      v.pipe(
        v.string(),
        v.check((each) => each === '' || HEX_COLOUR.test(each), 'must be a colour such as #0a6270'),
        v.check(
          (each) => !HEX_COLOUR.test(each) || isReadable(each, 'light'),
          ({ input }) => `cannot be read; the nearest colour that can is ${nearestReadable(String(input), 'light')}`,
        ),
      ),
      '',
    ),
    v.title('Colour'),
    v.description('Of name and button, such as #0a6270. Empty: that of the service.'),
  ),
});

/** A letter in one language. */
export type LetterChange = v.InferOutput<typeof change>;

const shape = v.strictObject({
  letters: v.pipe(
    v.array(change),
    v.maxLength(MOST_CHANGES),
    v.title('Letters'),
    v.description('Letters in your own words. The form of each, with a preview, is under Letters.'),
    v.metadata({ entry: 'Letter' }),
  ),
});

const schema = v.pipe(
  shape,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { letters } = dataset.value;
    const seen = new Set<string>();
    for (const [index, each] of letters.entries()) {
      const say = (field: string, value: unknown, message: string) =>
        addIssue({
          message,
          path: [
            { type: 'object', origin: 'value', input: dataset.value, key: 'letters', value: letters },
            { type: 'array', origin: 'value', input: letters, key: index, value: each },
            { type: 'object', origin: 'value', input: each, key: field, value },
          ],
        });
      const id = `${each.letter} ${each.language}`;
      if (seen.has(id)) say('language', each.language, 'is there twice for this letter');
      seen.add(id);
      for (const part of LETTER_PARTS) {
        const message = whyNot(each.letter, part, each[part]);
        if (message !== '') say(part, each[part], message);
      }
    }
  }),
);

export type LetterChanges = v.InferOutput<typeof schema>;

/** A text that was published before it was fixed is left out. */
function readStored(source: string): Parsed<LetterChanges> {
  const parsed = parseJsonText(source, shape, MOST_TEXT_CHARS);
  if (!parsed.ok) return parsed;
  const letters = parsed.value.letters.map((each) =>
    isFixed(each.letter) ? { ...each, ...Object.fromEntries(LETTER_PARTS.map((part) => [part, ''])) } : each,
  );
  return { ok: true, value: { letters } };
}

export const letterTextsDocument: DocumentKind<LetterChanges> & {
  readonly schema: typeof schema;
  readonly parseStored: typeof readStored;
} = {
  title: 'Texts of letters',
  format: 'json',
  schema,
  initial: `${JSON.stringify({ letters: [] }, null, 2)}\n`,
  // The product's own texts of every letter in every language are 168,000 characters here (2026-11-30).
  parse: (source) => parseJsonText(source, schema, MOST_TEXT_CHARS),
  parseStored: readStored,
};

/** Undefined where the letter has the texts of the product. */
export function changeOf({ letters }: LetterChanges, kind: LetterKind, locale: Locale): LetterChange | undefined {
  return letters.find(({ letter, language }) => letter === kind && language === locale);
}
