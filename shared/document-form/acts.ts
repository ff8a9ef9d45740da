/** Buttons of a form that change its fields: add, remove, move, fill in, leave out. The document in, the changed one out. */
import { blankOf } from './blank.ts';
import type { Model } from './model.ts';
import { isObject, nameOfPath, ownValue, pathOfName } from './path.ts';

export const FORM_ACTS = ['add', 'remove', 'up', 'down', 'set', 'unset'] as const;
export type FormAct = (typeof FORM_ACTS)[number];

export interface Changed {
  readonly value: unknown;
  /** Path of the field that the act added, filled in or moved; '' for none. */
  readonly at: string;
  /** Where a place of the document before is now; null for one that is gone. */
  moved(place: string): string | null;
}

const asBefore = (place: string): string => place;

/** All places but this one and those in it. The field of other fields has a `?` behind its place. */
const without =
  (gone: string) =>
  (place: string): string | null =>
    place === gone || place === `${gone}?` || place.startsWith(`${gone}/`) ? null : place;

/** @param to  of an entry of the list; null for the one that is gone */
const movedIn =
  (list: string, to: (index: number) => number | null) =>
  (place: string): string | null => {
    const [, index, rest] = place.startsWith(`${list}/`)
      ? (/^(\d+)(.*)$/s.exec(place.slice(list.length + 1)) ?? [])
      : [];
    if (index === undefined) return place;
    const now = to(Number(index));
    return now === null ? null : `${list}/${now}${rest}`;
  };

/** `add /default/banners`, the value of a button. */
export function readAct(text: string): { readonly act: FormAct; readonly at: string } | null {
  const [, word, at = ''] = /^(\w{2,6}) (\/.*)$/.exec(text) ?? [];
  const act = FORM_ACTS.find((each) => each === word);
  return act ? { act, at } : null;
}

const entryModel = (entries: readonly { key: string; model: Model }[], key: string): Model | undefined =>
  entries.find((each) => each.key === key)?.model;

/** The model of one step. */
function stepOf(model: Model, value: unknown, step: string): Model | null {
  switch (model.kind) {
    case 'object':
      return entryModel(model.entries, step) ?? null;
    case 'list':
      return Array.isArray(value) && /^\d{1,6}$/.test(step) && Number(step) < value.length ? model.item : null;
    case 'record':
      return isObject(value) && Object.hasOwn(value, step) ? model.value : null;
    case 'variant': {
      const type = isObject(value) ? ownValue(value, model.tag) : undefined;
      return entryModel(model.options.find((each) => each.type === type)?.entries ?? [], step) ?? null;
    }
    default:
      return null;
  }
}

function addTo(model: Model, value: unknown, at: string): Changed | null {
  if (model.kind === 'list') {
    const entries = Array.isArray(value) ? value : [];
    return { value: [...entries, blankOf(model.item) ?? null], at: `${at}/${entries.length}`, moved: asBefore };
  }
  if (model.kind !== 'record') return null;
  const rows = isObject(value) ? value : {};
  if (Object.hasOwn(rows, '')) return null;
  return { value: { ...rows, '': null }, at: at + nameOfPath(['']), moved: asBefore };
}

function entriesChanged(act: FormAct, entries: readonly unknown[], index: number, list: string): Changed | null {
  const rest = entries.toSpliced(index, 1);
  if (act === 'remove')
    return {
      value: rest,
      at: rest.length === 0 ? list : `${list}/${Math.min(index, rest.length - 1)}`,
      moved: movedIn(list, (each) => (each === index ? null : each > index ? each - 1 : each)),
    };
  const to = act === 'up' ? index - 1 : index + 1;
  if (to < 0 || to >= entries.length) return null;
  return {
    value: rest.toSpliced(to, 0, entries[index]),
    at: `${list}/${to}`,
    moved: movedIn(list, (each) => (each === index ? to : each === to ? index : each)),
  };
}

/** @param at  in the document. @returns null where the act does not fit the document */
export function changeForm(model: Model, value: unknown, act: FormAct, at: string): Changed | null {
  const steps = pathOfName(at);

  function within(here: Model, now: unknown, depth: number, place: string): Changed | null {
    const key = steps[depth];
    if (key === undefined) return act === 'add' ? addTo(here, now, at) : null;
    const own = here.canLeave && now === undefined ? here.initial : now;
    const next = stepOf(here, own, key);
    if (!next) return null;
    const isLast = depth === steps.length - 1;
    if (isLast && here.kind === 'list' && (act === 'remove' || act === 'up' || act === 'down'))
      return Array.isArray(own) ? entriesChanged(act, own, Number(key), place) : null;
    if (isLast && here.kind === 'record' && act === 'remove')
      return { value: withoutKey(own, key), at: place, moved: without(at) };
    if (isLast && act === 'unset')
      return {
        value: isNullWithout(next) ? withKey(own, key, null) : withoutKey(own, key),
        at,
        moved: without(at),
      };
    if (isLast && act === 'set') return { value: withKey(own, key, filled(next)), at, moved: without(at) };
    const changed = within(next, childOf(own, key), depth + 1, place + nameOfPath([key]));
    return changed && { ...changed, value: withKey(own, key, changed.value) };
  }

  return within(model, value, 0, '');
}

/** A field that is left out would have another value than none. */
const isNullWithout = ({ canBeNull, canLeave, initial }: Model): boolean =>
  canBeNull && !(canLeave && (initial ?? null) === null);

/** The value of a field that is filled in: null where nothing fits. */
const filled = (model: Model): unknown => blankOf({ ...model, canBeNull: false }) ?? null;

const childOf = (value: unknown, key: string): unknown =>
  Array.isArray(value) ? value[Number(key)] : isObject(value) ? ownValue(value, key) : undefined;

const withoutKey = (value: unknown, key: string): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([each]) => each !== key)) : value;

function withKey(value: unknown, key: string, child: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(key), child);
  const rest = isObject(value) ? Object.entries(value) : [];
  const isThere = rest.some(([each]) => each === key);
  const entries = rest.map(([each, old]): [string, unknown] => [each, each === key ? child : old]);
  return Object.fromEntries(isThere ? entries : [...entries, [key, child]]);
}
