/** Nodes of the fields that are one control. */
import { type Around, heldOf, isPickable, unitsOf } from './leaf.ts';
import { hasNone, isLong, type Model, plainName } from './model.ts';
import type { FormNode, ShownOption } from './node.ts';

/** Fields of every node of a form. */
export type Common = Pick<FormNode, 'at' | 'label' | 'help' | 'errors' | 'canBeLeft' | 'isAbsent'>;

const NOT_SET: ShownOption = { value: '', label: 'Not set' };
const LONG_ROWS = 3;

export const optionsOf = (values: readonly string[], { look }: Model): ShownOption[] =>
  values.map((value) => ({ value, label: look.choices?.[value] ?? plainName(value) }));

function lineOf(model: Model, text: string): Pick<Extract<FormNode, { kind: 'text' }>, 'type' | 'rows'> {
  if (model.kind === 'moment' && isPickable(model, text)) return { type: 'datetime-local', rows: 0 };
  if (model.kind === 'date' && isPickable(model, text)) return { type: 'date', rows: 0 };
  if (isLong(model) || text.includes('\n'))
    return { type: 'text', rows: (model.most ?? 0) > 1_000 ? 2 * LONG_ROWS : LONG_ROWS };
  return { type: model.look.as === 'address' ? 'url' : 'text', rows: 0 };
}

/** @returns null for a value that no control of this kind can hold */
export function leafNode(model: Model, common: Common, value: unknown, around: Around): FormNode | null {
  const held = heldOf(model, value, around);
  if (held === null) return null;
  const { values, unit = '' } = held;
  const [text = ''] = values;
  switch (model.kind) {
    case 'text':
    case 'moment':
    case 'date':
      return { ...common, kind: 'text', value: text, ...lineOf(model, text) };
    case 'switch':
      if (!hasNone(model)) return { ...common, kind: 'switch', isOn: values.length > 0 };
      return {
        ...common,
        kind: 'choice',
        value: text,
        options: [NOT_SET, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }],
      };
    case 'choice': {
      const known = optionsOf(model.options, model);
      const none = text === '' || hasNone(model) ? [NOT_SET] : [];
      const odd = text === '' || model.options.includes(text) ? [] : [{ value: text, label: `${text} (unknown)` }];
      return { ...common, kind: 'choice', value: text, options: [...none, ...known, ...odd] };
    }
    case 'choices': {
      // Checked ones first, in their order: a form sends them as they stand.
      const order = [...values, ...model.options.filter((each) => !values.includes(each))];
      return { ...common, kind: 'choices', values, options: optionsOf(order, model) };
    }
    case 'lines':
      return { ...common, kind: 'lines', value: text, count: text === '' ? 0 : text.split('\n').length };
    case 'bytes':
    case 'seconds':
      return { ...common, kind: 'scaled', value: text, unit, units: unitsOf(model).map(({ name }) => name) };
    case 'number':
      return { ...common, kind: 'number', value: text, unit: model.look.unit ?? '' };
    case 'percent':
      return { ...common, kind: 'number', value: text, unit: '%' };
    case 'money':
      return { ...common, kind: 'number', value: text, unit: around.rowName ?? '' };
    default:
      return null;
  }
}
