/**
 * Documents as operators see them in a service without offers: no fields about plans, prices and rewards, other names. A document
 * keeps all its fields: a form that leaves some out sends them back as they were. Pure.
 */
import type { Model, ObjectEntry } from '#shared/document-form/model.ts';
import { isObject, pathOfName } from '#shared/document-form/path.ts';
import { OFFER_LETTERS } from '#shared/mail/letter-kinds.ts';
import type { DocumentedField } from './describe.ts';
import type { DocumentName } from './registry.ts';

interface OtherLook {
  readonly title?: string;
  /** Places of fields that are not shown: of an object in the document, never in a list. */
  readonly hidden?: readonly string[];
  /** Place of a field -> its label and help; `*` is an entry of a list. */
  readonly texts?: Readonly<Record<string, { readonly label?: string; readonly help: string }>>;
  /** Place of a choice -> values that are not offered. */
  readonly without?: Readonly<Record<string, ReadonlySet<string>>>;
}

const LOOKS: { readonly [Name in DocumentName]?: OtherLook } = {
  membership: {
    title: 'Limits: storage, links, fetches and traffic',
    hidden: ['/sells', '/regionalCountries', '/limits/premium', '/plans', '/storagePacks', '/trafficPacks'],
    texts: {
      '/limits': { help: 'What people may store, fetch and share.' },
      '/limits/free': { label: 'Everyone', help: 'Groups can give their members another amount of storage.' },
      '/limits/free/trafficBytes': { help: 'In a calendar month.' },
    },
  },
  groups: { texts: { '/groups/*/storageBytes': { help: 'Empty: that of everyone.' } } },
  letter_texts: { without: { '/letters/*/letter': OFFER_LETTERS } },
};

function lookOf(name: DocumentName, hasOffers: boolean): OtherLook {
  return (hasOffers ? undefined : LOOKS[name]) ?? {};
}

/** @param title  of the document */
export function shownTitle(name: DocumentName, title: string, hasOffers: boolean): string {
  return lookOf(name, hasOffers).title ?? title;
}

/** Whether the text of the document says more than its form. */
export function hidesFields(name: DocumentName, hasOffers: boolean): boolean {
  return lookOf(name, hasOffers).hidden !== undefined;
}

function changedModel(look: OtherLook, model: Model, place: string): Model {
  const text = look.texts?.[place];
  const named = text ? { ...model, ...text } : model;
  const entries = (own: readonly ObjectEntry[]): ObjectEntry[] =>
    own
      .filter(({ key }) => !look.hidden?.includes(`${place}/${key}`))
      .map(({ key, model: each }) => ({ key, model: changedModel(look, each, `${place}/${key}`) }));
  switch (named.kind) {
    case 'object':
      return { ...named, entries: entries(named.entries) };
    case 'list':
      return { ...named, item: changedModel(look, named.item, `${place}/*`) };
    case 'choice': {
      const without = look.without?.[place];
      return without ? { ...named, options: named.options.filter((value) => !without.has(value)) } : named;
    }
    default:
      return named;
  }
}

export function shownModel(name: DocumentName, model: Model, hasOffers: boolean): Model {
  return hasOffers || !LOOKS[name] ? model : changedModel(LOOKS[name], model, '');
}

type Json = Record<string, unknown>;

function withoutPlace(value: unknown, [step = '', ...rest]: readonly string[]): unknown {
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  if (rest.length > 0) return { ...value, [step]: withoutPlace(value[step], rest) };
  const { [step]: _, ...others } = value as Json;
  return others;
}

function withPlace(value: unknown, like: unknown, [step = '', ...rest]: readonly string[]): unknown {
  if (!isObject(value) || !isObject(like) || !Object.hasOwn(like, step)) return value;
  return { ...value, [step]: rest.length === 0 ? like[step] : withPlace(value[step], like[step], rest) };
}

/** The value without the fields that are not shown. */
export function shownValue(name: DocumentName, value: unknown, hasOffers: boolean): unknown {
  const { hidden = [] } = lookOf(name, hasOffers);
  return hidden.reduce((left, place) => withoutPlace(left, pathOfName(place)), value);
}

/** A value that a form made, with the fields that it did not show. @param like  the value that the form was made from */
export function wholeValue(name: DocumentName, value: unknown, like: unknown, hasOffers: boolean): unknown {
  const { hidden = [] } = lookOf(name, hasOffers);
  return hidden.reduce((whole, place) => withPlace(whole, like, pathOfName(place)), value);
}

/** Of the documentation beside the JSON; none where the JSON itself is not shown. */
export function shownFields(
  name: DocumentName,
  fields: readonly DocumentedField[],
  hasOffers: boolean,
): readonly DocumentedField[] {
  const { hidden, texts = {}, without = {} } = lookOf(name, hasOffers);
  if (hidden) return [];
  return fields.map((field): DocumentedField => {
    const place = `/${field.path.replaceAll('[]', '/*').replaceAll('.', '/')}`;
    const values = field.type.split(' or ').filter((value) => !without[place]?.has(value.slice(1, -1)));
    return { ...field, type: values.join(' or '), says: texts[place]?.help ?? field.says };
  });
}
