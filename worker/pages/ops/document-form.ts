/** The form of an operators' document: the typed text as fields, and sent fields as a text. */
import { changeForm, readAct } from '#shared/document-form/acts.ts';
import { readJson } from '#shared/document-form/json.ts';
import { type Model, modelOf } from '#shared/document-form/model.ts';
import { inOrderOf } from '#shared/document-form/order.ts';
import { nameOfPath } from '#shared/document-form/path.ts';
import { readForm } from '#shared/document-form/read.ts';
import { type ShownForm, showForm } from '#shared/document-form/show.ts';
import type { DocumentKind, Problem } from '#shared/document-kind.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { hidesFields, shownModel, shownValue, wholeValue } from '#shared/documents/without-offers.ts';
import { hasOffers } from '#shared/locale/messages.ts';
import type { SentForm } from '../render/form.ts';

/** Null for a document with a language of its own. */
function modelFor(name: DocumentName): Model | null {
  const { whole, schema }: DocumentKind<unknown> = DOCUMENTS[name];
  const shown = whole ?? schema;
  return shown === undefined ? null : shownModel(name, modelOf(shown), hasOffers());
}

export interface TypedFields {
  readonly text: string;
  /** Typed JSON of single fields that cannot be read, by place in the document. */
  readonly broken: ReadonlyMap<string, string>;
  /** The place in the document that a button of the form has changed; '' for none. */
  readonly focusAt: string;
}

/** @param like  the text that the fields were made from: fields keep its order, so that the difference is small */
export function textOfFields(name: DocumentName, form: SentForm, like: string): TypedFields | null {
  const model = modelFor(name);
  if (model === null) return null;
  const { value, broken, placeOf } = readForm(model, form);
  const act = readAct(form.get('act') ?? '');
  const at = act && placeOf(act.at);
  const changed = act && at !== null ? changeForm(model, value, act.act, at) : null;
  const before = readJson(like)?.value;
  const whole = wholeValue(name, changed ? changed.value : value, before, hasOffers());
  const ordered = inOrderOf(whole, before);
  const moved = [...broken].flatMap(([place, typed]): [string, string][] => {
    const now = changed ? changed.moved(place) : place;
    return now === null ? [] : [[now, typed]];
  });
  return { text: `${JSON.stringify(ordered, null, 2)}\n`, broken: new Map(moved), focusAt: changed?.at ?? '' };
}

/** The text as operators see it: without the fields that this kind of service does not show. */
export function shownText(name: DocumentName, text: string): string {
  if (!hidesFields(name, hasOffers())) return text;
  const read = readJson(text);
  return read === null ? text : `${JSON.stringify(shownValue(name, read.value, hasOffers()), null, 2)}\n`;
}

/** @returns null where the text has no fields to show */
export function formOf(
  name: DocumentName,
  text: string,
  problems: readonly Problem[],
  { broken, focusAt }: Pick<TypedFields, 'broken' | 'focusAt'> = { broken: new Map(), focusAt: '' },
): ShownForm | null {
  const model = modelFor(name);
  const read = readJson(text);
  if (model === null || read === null) return null;
  // An operator has just added it: empty fields are no mistake yet.
  const isNew = (at: string): boolean => focusAt !== '' && (at === focusAt || at.startsWith(`${focusAt}/`));
  const placed = problems
    .map(({ path = [], says, message }) => ({ path, message: says ?? message }))
    .filter(({ path }) => !isNew(nameOfPath(path)));
  return showForm(model, shownValue(name, read.value, hasOffers()), { problems: placed, broken, focus: focusAt });
}
