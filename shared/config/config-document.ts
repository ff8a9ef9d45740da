/**
 * Documents of configuration: a default, and variants laid over it for a language, a client or a share of the users.
 * The schema of the default is the documentation of its fields. For the server and the command line only.
 */
import * as v from 'valibot';
import type { DocumentKind, Parsed } from '#shared/document-kind.ts';
import { parseJsonText } from '#shared/json-text.ts';
import { LOCALE_NAMES, LOCALES, type Locale } from '#shared/locale/tags.ts';

export interface ConfigRequest {
  readonly language: Locale;
  /** `web` and other names of clients, as they call themselves. */
  readonly client: string;
  /** Id of the user or the device; '' unknown. */
  readonly person: string;
}

export interface ConfigVariant<T> {
  readonly when: {
    readonly languages?: readonly Locale[] | undefined;
    readonly clients?: readonly string[] | undefined;
    /** 0..1 of the users. */
    readonly share?: number | undefined;
  };
  readonly values: Partial<T>;
}

export interface ConfigValue<T> {
  readonly default: T;
  /** Every one that applies is laid over what stands before it. */
  readonly variants: readonly ConfigVariant<T>[];
  /** Separates the users of one document from those of another: its title. */
  readonly salt?: string;
}

type Fields = v.ObjectSchema<v.ObjectEntries, v.ErrorMessage<v.ObjectIssue> | undefined>;

/** A kind of document, and the schema that documents it. */
export interface ConfigDocument<S extends Fields> extends DocumentKind<ConfigValue<v.InferOutput<S>>> {
  readonly schema: S;
}

/** The default, or the values of one variant, and where they stand. */
interface Part<S extends Fields> {
  readonly values: Partial<v.InferOutput<S>>;
  readonly path: readonly (string | number)[];
}

interface Clash {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A path as an issue has it. */
function itemsOf(input: unknown, path: readonly (string | number)[]): [v.IssuePathItem, ...v.IssuePathItem[]] {
  let at = input;
  const items = path.map((key): v.IssuePathItem => {
    const parent = at as Record<string | number, unknown>;
    at = parent[key];
    return { type: 'unknown', origin: 'value', input: parent, key, value: at };
  });
  return items as [v.IssuePathItem, ...v.IssuePathItem[]];
}

const whenSchema = v.strictObject({
  languages: v.pipe(
    v.optional(v.pipe(v.array(v.picklist(LOCALES)), v.minLength(1))),
    v.description('Only people who read one of these. None chosen: every language.'),
    v.metadata({ choices: LOCALE_NAMES }),
  ),
  clients: v.pipe(
    v.optional(v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(64))), v.minLength(1))),
    v.description('Only these clients, such as web, one a line. Empty: every client.'),
  ),
  share: v.pipe(
    v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
    v.title('Share of the people'),
    v.description('The same people stay in a share that grows. Empty: everybody.'),
    v.metadata({ as: 'percent' }),
  ),
});

/**
 * Not for modules that a browser loads: their contracts take the fields from files of their own (basic.ts and others).
 * @param options.title  also parts its users from those of other documents: a new title draws new shares
 * @param options.clashes  problems of fields with each other, over the default and every variant
 * @param options.publishing  problems that only keep a text from being published: one that was published is read with them
 * @param options.schema  every field with `v.description`; what it does not name is refused at the top level
 */
export function makeConfigDocument<S extends Fields>(options: {
  readonly title: string;
  readonly schema: S;
  readonly initial: v.InferInput<S>;
  readonly clashes?: (parts: readonly Part<S>[]) => readonly Clash[];
  readonly publishing?: (parts: readonly Part<S>[]) => readonly Clash[];
}): ConfigDocument<S> {
  const { title, schema, initial, clashes = () => [], publishing = () => [] } = options;
  const values = v.strictObject(schema.entries);
  const text = v.strictObject({
    default: values,
    variants: v.pipe(
      v.optional(
        v.array(
          v.strictObject({
            when: v.pipe(whenSchema, v.title('For')),
            values: v.pipe(v.partial(values), v.title('Other values')),
          }),
        ),
        [],
      ),
      v.description(
        'Other values for a language, a client or a share of the people. Of two that fit, the later one counts.',
      ),
      v.metadata({ entry: 'Variant' }),
    ),
  });
  const reader = (problemsOf: typeof clashes) => {
    const checked = v.pipe(
      text,
      v.rawCheck(({ dataset, addIssue }) => {
        if (!dataset.typed) return;
        const { default: own, variants } = dataset.value as ConfigValue<v.InferOutput<S>>;
        const parts = [
          { values: own, path: ['default'] },
          ...variants.map(({ values: each }, index) => ({ values: each, path: ['variants', index, 'values'] })),
        ];
        for (const { path, message } of problemsOf(parts as readonly Part<S>[]))
          addIssue({ message, path: itemsOf(dataset.value, path) });
      }),
    );
    return (source: string): Parsed<ConfigValue<v.InferOutput<S>>> => {
      const parsed = parseJsonText(source, checked);
      if (!parsed.ok) return parsed;
      return { ok: true, value: { ...(parsed.value as ConfigValue<v.InferOutput<S>>), salt: title } };
    };
  };
  return {
    title,
    format: 'json',
    schema,
    whole: text,
    initial: `${JSON.stringify({ default: initial, variants: [] }, null, 2)}\n`,
    parse: reader((parts) => [...clashes(parts), ...publishing(parts)]),
    parseStored: reader(clashes),
  };
}

/** Where a person stands among all: 0 <= x < 1, the same on every server and for ever. FNV-1a, then mixed. */
function placeOf(salt: string, person: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(`${salt}\n${person}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** A share that grows keeps its users. An unknown user belongs to a share only when it is all. */
function applies(
  { languages, clients, share }: ConfigVariant<unknown>['when'],
  ask: ConfigRequest,
  salt: string,
): boolean {
  if (languages && !languages.includes(ask.language)) return false;
  if (clients && !clients.includes(ask.client)) return false;
  if (share === undefined || share >= 1) return true;
  return ask.person !== '' && placeOf(salt, ask.person) < share;
}

/** The value for one user: the default under every variant that applies, later ones on top; whole fields are replaced. */
export function valueFor<T>(config: ConfigValue<T>, ask: ConfigRequest): T {
  let value = config.default;
  for (const { when, values } of config.variants)
    if (applies(when, ask, config.salt ?? '')) value = { ...value, ...values };
  return value;
}
