/** Fields that are one control: their value as the control holds it, and back. A value that does not come back is shown as JSON. */
import { hasNone, type Model } from './model.ts';
import {
  BYTE_UNITS,
  currencyDigits,
  fromUnits,
  readNumber,
  shifted,
  TIME_UNITS,
  toUnits,
  type Unit,
  writeNumber,
} from './scale.ts';

/** Content of a control, as a form sends it. */
export interface Held {
  readonly values: readonly string[];
  readonly unit?: string;
}

/** The name of a record's row, which says the currency of money. */
export interface Around {
  readonly rowName?: string;
}

export const unitsOf = ({ kind }: Pick<Model, 'kind'>): readonly Unit[] =>
  kind === 'seconds' ? TIME_UNITS : BYTE_UNITS;

const DEFAULT_UNIT: Readonly<Record<string, string>> = { bytes: 'GB', seconds: 'hours' };
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const PICKED = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(:\d\d)?(\.0+)?$/;

/** Of a field without a value. */
function emptyOf({ canBeNull, canLeave, canBeEmpty, kind, initial }: Model): unknown {
  if (canBeEmpty) return '';
  if (canBeNull) return null;
  if (canLeave && initial === undefined) return undefined;
  return kind === 'text' || kind === 'moment' || kind === 'date' ? '' : undefined;
}

/** Whether a date control can hold a text; other texts get a line of text. */
export function isPickable({ kind }: Pick<Model, 'kind'>, text: string): boolean {
  if (text === '') return true;
  const whole = kind === 'date' ? `${text}T00:00:00Z` : /Z$/.test(text) ? text : `${text}Z`;
  if (!MOMENT.test(whole) || whole.startsWith('0000') || Number.isNaN(Date.parse(whole))) return false;
  // A browser empties its control for the 30th of February, which the parser takes for a day of March.
  return new Date(whole).toISOString().startsWith(whole.slice(0, -1));
}

function heldNumber(model: Model, value: number, { rowName = '' }: Around): Held | null {
  if (model.kind === 'bytes' || model.kind === 'seconds') {
    const scaled = toUnits(value, unitsOf(model));
    return scaled ? { values: [scaled.value], unit: scaled.unit } : null;
  }
  const text = writeNumber(value);
  if (text === undefined) return null;
  if (model.kind === 'percent') return { values: [shifted(text, 2) ?? ''] };
  if (model.kind === 'money') {
    const digits = currencyDigits(rowName);
    const [whole = '', part = ''] = (shifted(text, -digits) ?? '').split('.');
    return { values: [digits + part.length === 0 ? whole : `${whole}.${part.padEnd(digits, '0')}`] };
  }
  return { values: [text] };
}

function readScaled(model: Model, { values, unit = '' }: Held, { rowName = '' }: Around): unknown {
  const text = values[0] ?? '';
  if (text.trim() === '') return emptyOf(model);
  switch (model.kind) {
    case 'bytes':
    case 'seconds':
      return fromUnits({ value: text, unit }, unitsOf(model)) ?? text;
    case 'percent':
      return Number(shifted(text, -2) ?? Number.NaN) || (readNumber(text) === 0 ? 0 : text);
    case 'money':
      return readNumber(shifted(text, currencyDigits(rowName)) ?? '') ?? text;
    default:
      return readNumber(text) ?? text;
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

/** Wrong texts stay in the document as they were typed, so that nothing is lost. */
function unchecked(model: Model, value: unknown, around: Around): Held | null {
  const isEmpty = value === undefined || value === null;
  switch (model.kind) {
    case 'switch':
      if (hasNone(model)) return heldChoice(isEmpty ? '' : value === true ? 'yes' : 'no');
      return { values: value === true ? ['on'] : [] };
    case 'lines':
      return isTexts(value) ? { values: [value.join('\n')] } : null;
    case 'choices':
      return isTexts(value) ? { values: value } : null;
    case 'choice':
      return isEmpty ? heldChoice('') : typeof value === 'string' ? heldChoice(value) : null;
    case 'moment':
      if (typeof value === 'string' && MOMENT.test(value) && isPickable(model, value))
        return { values: [value.slice(0, -1)] };
      break;
    default:
  }
  if (isEmpty) return { values: [''], ...unitOf(model) };
  if (typeof value === 'number') return heldNumber(model, value, around);
  return typeof value === 'string' ? { values: [value], ...unitOf(model) } : null;
}

const heldChoice = (value: string): Held => ({ values: [value] });

const unitOf = ({ kind }: Model): { unit?: string } => {
  const unit = DEFAULT_UNIT[kind];
  return unit === undefined ? {} : { unit };
};

const sameLeaf = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** @returns null for a value that no control of this kind can hold */
export function heldOf(model: Model, value: unknown, around: Around): Held | null {
  const held = unchecked(model, value, around);
  if (held === null || held.values.some((text) => text.includes('\r'))) return null;
  // A field that must not be missing, and is: the empty control, which reads as missing again or as empty.
  if (value === undefined && !model.canLeave) return held;
  return sameLeaf(readHeld(model, held, around), value) ? held : null;
}

export function readHeld(model: Model, held: Held, around: Around): unknown {
  const [text = ''] = held.values;
  switch (model.kind) {
    case 'switch':
      if (hasNone(model)) return text === '' ? emptyOf(model) : text === 'yes';
      return held.values.includes('on');
    case 'lines':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
    case 'choices':
      return [...held.values];
    case 'moment': {
      const [, minutes, seconds = ':00'] = PICKED.exec(text) ?? [];
      return text === '' ? emptyOf(model) : minutes === undefined ? text : `${minutes}${seconds}Z`;
    }
    case 'text':
    case 'date':
    case 'choice':
      return text === '' ? emptyOf(model) : text;
    default:
      return readScaled(model, held, around);
  }
}

/** A message about the stored number, in the unit of the control. */
export function inControlUnit(model: Model, message: string, around: Around): string {
  return message.replace(/(?<=at (?:least|most) )\d+$/, (bound) => {
    const held = heldNumber(model, Number(bound), around);
    const unit = model.kind === 'percent' ? '%' : model.kind === 'money' ? (around.rowName ?? '') : (held?.unit ?? '');
    return [held?.values[0] ?? bound, unit].filter(Boolean).join(' ');
  });
}
