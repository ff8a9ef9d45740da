import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkStateFields } from './state-fields.ts';

const STATE = `export const makeState = () => { const rows = signal([]); return { rows, total: computed(() => rows.value.length) }; };`;

function messages(code: string, state = STATE): string[] {
  const sources = [readSource('client/a/list.state.ts', state), readSource('client/a/list.view.tsx', code)];
  return checkStateFields(sources).map(({ message }) => message);
}

test.each([
  ['show(state.total.value);', 'no code writes the field rows'],
  ['state.rows.value = [];', 'no code reads the field total'],
])('a field with one end is named: %s', (code, message) => {
  expect(messages(code)).toEqual([message]);
});

test('a field that is assigned and never read is named', () => {
  expect(messages('state.row.value = 1;', 'export const make = () => ({ row: signal(0) });')).toEqual([
    'no code reads the field row',
  ]);
});

test.each(['state.rows.value = []; show(state.total.value);', 'rows.value = [...rows.value, 1]; total.peek();'])(
  'fields with both ends pass: %s',
  (code) => {
    expect(messages(code)).toEqual([]);
  },
);
