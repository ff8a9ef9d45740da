/**
 * A document as a form. A value that no control can hold is shown as JSON of its field, so every document has a form and comes back
 * the same. Bounded: long lists are JSON, or lines of text. No I/O.
 */
import { DEFAULT_LOCALE, LOCALE_NAMES, LOCALES } from '#shared/locale/tags.ts';
import { readJson } from './json.ts';
import { type Around, inControlUnit } from './leaf.ts';
import { absentValue, hasNone, type Model, type ModelOf, type ObjectEntry, plainName } from './model.ts';
import type { FormNode } from './node.ts';
import { isObject, ownValue, type Place, ROOT_PLACE, under } from './path.ts';
import { makeWaitingProblems, type PlacedProblem, type WaitingProblems } from './problems.ts';
import { type Common, leafNode, optionsOf } from './show-leaf.ts';

export interface ShownForm {
  readonly root: FormNode;
  /** Problems of no field. */
  readonly others: readonly string[];
  /** The place of the form that was asked for; '' where it has no field of its own. */
  readonly focusAt: string;
}

/** A browser stays quick with them, and a form of so many fields is read (worker/platform/body/form.ts). */
const MOST_NODES = 1_600;
/** Longer lists are JSON. The first that keeps the form within its bounds counts. */
const LIST_LIMITS = [100, 30, 10, 0];
const TITLE_CHARS = 48;

/** Whether a button leaves the field out; other controls are left empty for that. */
export function isToggled(model: Model): boolean {
  if (!hasNone(model)) return false;
  switch (model.kind) {
    case 'text':
    case 'moment':
    case 'lines':
    case 'choices':
      return model.canBeEmpty;
    case 'languages':
    case 'list':
    case 'record':
    case 'object':
      return true;
    case 'variant':
      return !model.canBeNull;
    default:
      return false;
  }
}

/** The model of one language: all but the first may be left out where the first one replaces them. */
export const languageModel = ({ isForAll, text }: ModelOf<'languages'>, tag: string): Model =>
  isForAll || tag === DEFAULT_LOCALE ? { ...text, canLeave: false } : { ...text, canLeave: true };

/** The kind of an entry or its first text, for its heading. */
function titleOf(model: Model, value: unknown): string {
  if (model.kind === 'variant') {
    const type = isObject(value) ? ownValue(value, model.tag) : null;
    return typeof type === 'string' ? (model.look.choices?.[type] ?? plainName(type)) : 'None';
  }
  if (!isObject(value)) return '';
  for (const each of Object.values(value)) {
    const text = isObject(each) ? ownValue(each, DEFAULT_LOCALE) : each;
    if (typeof text === 'string' && text !== '') return text.slice(0, TITLE_CHARS);
  }
  return '';
}

class TooMany extends Error {}

interface FormRequest {
  readonly problems: readonly PlacedProblem[];
  /** Typed JSON that cannot be read, by place in the document. */
  readonly broken?: ReadonlyMap<string, string> | undefined;
  /** Place in the document; '' for none. */
  readonly focus?: string;
}

/** One form that is being made. */
interface Drawing {
  readonly problems: WaitingProblems;
  readonly broken: FormRequest['broken'];
  readonly mostEntries: number;
  readonly focus: string;
  focusAt: string;
  /** Nodes so far. */
  made: number;
}

/** Other fields are an object: JSON of another kind is not read there. */
const whyUnread = (typed: string): string =>
  readJson(typed)
    ? 'Write the fields as an object: {"name": "value"}.'
    : 'This is no JSON: look for a missing quote, comma or bracket.';

function json(
  form: Drawing,
  common: Common,
  place: Place,
  value: unknown,
  why: string,
  mark: 'j' | 'x' = 'j',
): FormNode {
  const typed = form.broken?.get(mark === 'x' ? `${place.real}?` : place.real);
  const text = typed ?? (value === undefined ? '' : JSON.stringify(value, null, 2));
  const errors = mark === 'j' ? [...common.errors, ...form.problems.takeUnder(place.real, false)] : common.errors;
  return {
    ...common,
    errors: [...(typed === undefined ? [] : [whyUnread(typed)]), ...errors],
    kind: 'json',
    mark,
    value: text,
    why,
  };
}

function fieldsOf(
  form: Drawing,
  entries: readonly ObjectEntry[],
  value: unknown,
  place: Place,
  tag?: string,
): FormNode[] {
  const own = isObject(value) ? value : {};
  const fields = entries.map(({ key, model }) => show(form, model, under(place, key), ownValue(own, key)));
  const rest = Object.entries(own).filter(([key]) => key !== tag && !entries.some((each) => each.key === key));
  if (rest.length === 0 && !form.broken?.has(`${place.real}?`)) return fields;
  const errors = rest.flatMap(([key]) =>
    form.problems.takeUnder(under(place, key).real, false).map((message) => `${key}: ${message}`),
  );
  const common = { at: `${place.at}?`, label: 'Other fields', help: '', errors, canBeLeft: false, isAbsent: false };
  return [...fields, json(form, common, place, Object.fromEntries(rest), 'This document has no such fields.', 'x')];
}

function listNode(
  form: Drawing,
  model: ModelOf<'list'>,
  common: Common,
  place: Place,
  value: readonly unknown[],
): FormNode {
  const entry = model.look.entry ?? model.item.label ?? '';
  const entries = value.map((each, index) => {
    const title = titleOf(model.item, each);
    const own = { ...model.item, label: `${entry || 'Entry'} ${index + 1}` };
    return { title, node: show(form, own, under(place, index), each ?? null) };
  });
  return { ...common, kind: 'list', entry: entry || 'Entry', entries };
}

function recordNode(form: Drawing, model: ModelOf<'record'>, common: Common, place: Place, value: object): FormNode {
  const entry = model.look.entry ?? 'Row';
  const rows = Object.entries(value).map(([key, each], index) => {
    const at = under(place, index, key);
    const own = { ...model.value, label: model.value.label || entry };
    // A new row has a name and a value that are not typed yet.
    return { at: at.at, key, node: show(form, own, at, each ?? undefined, { rowName: key }) };
  });
  return { ...common, kind: 'record', entry, name: model.look.name ?? 'Name', rows };
}

function languagesNode(
  form: Drawing,
  model: ModelOf<'languages'>,
  common: Common,
  place: Place,
  value: unknown,
): FormNode | null {
  const own = isObject(value) ? value : {};
  if (Object.keys(own).some((key) => !(LOCALES as readonly string[]).includes(key))) return null;
  const texts = LOCALES.map((tag) => {
    const label = tag === DEFAULT_LOCALE ? `${common.label} (${LOCALE_NAMES[tag]})` : LOCALE_NAMES[tag];
    const node = show(form, { ...languageModel(model, tag), label, help: '' }, under(place, tag), ownValue(own, tag));
    return {
      tag,
      node: node.kind === 'text' ? { ...node, lang: tag } : node,
      isWritten: Boolean(ownValue(own, tag)),
    };
  });
  return { ...common, kind: 'languages', isForAll: model.isForAll, texts };
}

function variantNode(
  form: Drawing,
  model: ModelOf<'variant'>,
  common: Common,
  place: Place,
  value: unknown,
): FormNode | null {
  const type = isObject(value) ? ownValue(value, model.tag) : null;
  const option = model.options.find((each) => each.type === type);
  if (value !== null && !option) return null;
  const options = optionsOf(
    model.options.map((each) => each.type),
    model,
  );
  const none = model.canBeNull ? [{ value: '', label: 'None' }] : [];
  const fields = option ? fieldsOf(form, option.entries, value, place, model.tag) : [];
  return { ...common, kind: 'variant', value: option?.type ?? '', options: [...none, ...options], fields };
}

/** A list or a group of fields; null for a value that is none. */
function branch(form: Drawing, model: Model, common: Common, place: Place, value: unknown): FormNode | null {
  switch (model.kind) {
    case 'list':
      if (!Array.isArray(value)) return value === undefined ? listNode(form, model, common, place, []) : null;
      if (value.length <= form.mostEntries) return listNode(form, model, common, place, value);
      return json(form, common, place, value, `A list of ${value.length} entries is too long for a form.`);
    case 'record':
      if (!isObject(value)) return value === undefined ? recordNode(form, model, common, place, {}) : null;
      if (Object.keys(value).some((key) => /[\r\n]/.test(key))) return null;
      if (Object.keys(value).length <= form.mostEntries) return recordNode(form, model, common, place, value);
      return json(form, common, place, value, `${Object.keys(value).length} rows are too many for a form.`);
    case 'languages':
      return value === undefined || isObject(value) ? languagesNode(form, model, common, place, value) : null;
    case 'object':
      if (value !== undefined && !isObject(value)) return null;
      return { ...common, kind: 'object', fields: fieldsOf(form, model.entries, value, place) };
    case 'variant':
      return variantNode(form, model, common, place, value);
    default:
      return null;
  }
}

function show(form: Drawing, model: Model, place: Place, value: unknown, around: Around = {}): FormNode {
  form.made += 1;
  if (form.made > MOST_NODES) throw new TooMany();
  if (form.focus !== '' && form.focus === place.real) form.focusAt = place.at;
  const isAbsent = value === undefined && absentValue(model) !== undefined;
  const shown = isAbsent ? absentValue(model) : value;
  const bareCommon = { at: place.at, label: model.label, help: model.help, canBeLeft: isToggled(model), isAbsent };
  if (form.broken?.has(place.real)) return json(form, { ...bareCommon, errors: [] }, place, shown, '');
  if (isToggled(model) && (shown === undefined || (shown === null && model.canBeNull)))
    return { ...bareCommon, errors: form.problems.takeUnder(place.real, false), kind: 'unset', isNull: value === null };
  const isBranch = ['list', 'record', 'languages', 'object', 'variant'].includes(model.kind);
  const found = isBranch
    ? form.problems.takeAt(place.real)
    : form.problems.takeUnder(place.real, model.kind === 'lines');
  const errors = isBranch ? found : found.map((message) => inControlUnit(model, message, around));
  const common = { ...bareCommon, errors };
  const node = isBranch ? branch(form, model, common, place, shown) : leafNode(model, common, shown, around);
  return node ?? json(form, common, place, shown, model.kind === 'raw' ? '' : 'A form cannot show this value.');
}

export function showForm(model: Model, value: unknown, { problems, broken, focus = '' }: FormRequest): ShownForm {
  const draw = (shown: Model, mostEntries: number): ShownForm => {
    const waiting = makeWaitingProblems(problems);
    const form: Drawing = { problems: waiting, broken, mostEntries, focus, focusAt: '', made: 0 };
    const root = show(form, shown, ROOT_PLACE, value);
    return { root, others: waiting.rest(), focusAt: form.focusAt };
  };
  for (const mostEntries of LIST_LIMITS) {
    try {
      return draw(model, mostEntries);
    } catch (error) {
      if (!(error instanceof TooMany)) throw error;
    }
  }
  return draw({ ...model, kind: 'raw' }, 0);
}
