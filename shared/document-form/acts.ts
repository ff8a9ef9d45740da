/** Buttons of a form that change its fields: add, remove, move, fill in, leave out. The document in, the changed one out. */
import { blankOf } from './blank.ts';
import type { Model } from './model.ts';
import { isObject, ownValue, pathOfName } from './path.ts';

export const FORM_ACTS = ['add', 'remove', 'up', 'down', 'set', 'unset'] as const;
export type FormAct = (typeof FORM_ACTS)[number];

export interface Changed {
  readonly value: unknown;
  /** Place of what was added, filled in or moved; '' for none. */
  readonly at: string;
}

/** `add /default/banners`, the value of a button. */
export function readAct(text: string): { readonly act: FormAct; readonly at: string } | null {
  const [, word, at = ''] = /^(\w{2,6}) (\/.*)$/.exec(text) ?? [];
  const act = FORM_ACTS.find((each) => each === word);
  return act ? { act, at } : null;
}

const entryModel = (entries: readonly { key: string; model: Model }[], key: string): Model | undefined =>
  entries.find((each) => each.key === key)?.model;

/** The model and the real key of one step. */
function stepOf(model: Model, value: unknown, step: string): { model: Model; key: string } | null {
  switch (model.kind) {
    case 'object': {
      const found = entryModel(model.entries, step);
      return found ? { model: found, key: step } : null;
    }
    case 'list':
      return /^\d{1,6}$/.test(step) ? { model: model.item, key: step } : null;
    case 'record': {
      const key = isObject(value) ? Object.keys(value)[Number(step)] : undefined;
      return key === undefined ? null : { model: model.value, key };
    }
    case 'variant': {
      const type = isObject(value) ? ownValue(value, model.tag) : undefined;
      const found = entryModel(model.options.find((each) => each.type === type)?.entries ?? [], step);
      return found ? { model: found, key: step } : null;
    }
    default:
      return null;
  }
}

function addTo(model: Model, value: unknown, at: string): Changed | null {
  if (model.kind === 'list') {
    const entries = Array.isArray(value) ? value : [];
    return { value: [...entries, blankOf(model.item) ?? null], at: `${at}/${entries.length}` };
  }
  if (model.kind !== 'record') return null;
  const rows = isObject(value) ? value : {};
  if (Object.hasOwn(rows, '')) return null;
  return { value: { ...rows, '': null }, at: `${at}/${Object.keys(rows).length}` };
}

function entriesChanged(act: FormAct, entries: readonly unknown[], index: number, list: string): Changed | null {
  if (index >= entries.length) return null;
  const rest = entries.toSpliced(index, 1);
  if (act === 'remove')
    return { value: rest, at: rest.length === 0 ? list : `${list}/${Math.min(index, rest.length - 1)}` };
  const to = act === 'up' ? index - 1 : index + 1;
  if (to < 0 || to >= entries.length) return null;
  return { value: rest.toSpliced(to, 0, entries[index]), at: `${list}/${to}` };
}

/** @returns null where the act does not fit the document */
export function changeForm(model: Model, value: unknown, act: FormAct, at: string): Changed | null {
  const steps = pathOfName(at);

  function within(here: Model, now: unknown, depth: number, place: string): Changed | null {
    const step = steps[depth];
    if (step === undefined) return act === 'add' ? addTo(here, now, at) : null;
    const own = here.canLeave && now === undefined ? here.initial : now;
    const next = stepOf(here, own, step);
    if (!next) return null;
    const isLast = depth === steps.length - 1;
    if (isLast && here.kind === 'list' && (act === 'remove' || act === 'up' || act === 'down'))
      return Array.isArray(own) ? entriesChanged(act, own, Number(step), place) : null;
    if (isLast && here.kind === 'record' && act === 'remove') return { value: without(own, next.key), at: place };
    if (isLast && act === 'unset')
      return { value: isNullWithout(next.model) ? withKey(own, next.key, null) : without(own, next.key), at };
    if (isLast && act === 'set') return { value: withKey(own, next.key, filled(next.model)), at };
    const changed = within(next.model, childOf(own, next.key), depth + 1, `${place}/${step}`);
    return changed && { ...changed, value: withKey(own, next.key, changed.value) };
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

const without = (value: unknown, key: string): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([each]) => each !== key)) : value;

function withKey(value: unknown, key: string, child: unknown): unknown {
  if (Array.isArray(value)) return value.with(Number(key), child);
  const rest = isObject(value) ? Object.entries(value) : [];
  const isThere = rest.some(([each]) => each === key);
  const entries = rest.map(([each, old]): [string, unknown] => [each, each === key ? child : old]);
  return Object.fromEntries(isThere ? entries : [...entries, [key, child]]);
}
