/**
 * Signals of `*.state.ts` files in the client: each has code that assigns it and code that reads it. Fields are compared by their
 * names, so that two states with one field each of the same name count as one; a computed signal needs a reader alone.
 */
import type { Finding } from '../finding.ts';
import { placeOf } from '../place.ts';
import { isNode, nameOf, type Source, walk } from '../source.ts';

interface Field {
  readonly path: string;
  readonly line: number;
  readonly isComputed: boolean;
  isWritten: boolean;
  isRead: boolean;
}

export function checkStateFields(sources: readonly Source[]): Finding[] {
  const code = sources.filter(({ path }) => path.startsWith('client/') && !placeOf(path).isTest);
  const fields = new Map<string, Field>();
  for (const { path, program, lineAt } of code) {
    if (!path.endsWith('.state.ts')) continue;
    walk(program, (node) => {
      const value = node[VALUE_OF[node.type] ?? ''];
      const made = isNode(value) && value.type === 'CallExpression' ? nameOf(value['callee']) : '';
      const name = nameOf(node['id'] ?? node['key']);
      if (!/^(signal|computed)$/.test(made) || name === '') return;
      const place = { path, line: lineAt(node.start), isComputed: made === 'computed' };
      fields.set(name, { ...place, isWritten: made === 'computed', isRead: false });
    });
  }
  for (const { program } of code)
    walk(program, (node, around) => {
      // A helper returns the signal in a list: its receivers have other names.
      if (node.type === 'Identifier' && around.at(-1)?.type === 'ArrayExpression') {
        const passed = fields.get(nameOf(node));
        if (passed) passed.isRead = true;
      }
      if (node.type !== 'MemberExpression' || !/^(value|peek|subscribe)$/.test(nameOf(node['property']))) return;
      const field = fields.get(nameOf(node['object']));
      if (!field) return;
      const parent = around.at(-1);
      const isAssigned = parent?.type === 'AssignmentExpression' && parent['left'] === node;
      if (isAssigned || parent?.type === 'UpdateExpression') field.isWritten = true;
      if (!isAssigned || parent['operator'] !== '=') field.isRead = true;
    });
  return Array.from(fields).flatMap(([name, { path, line, isWritten, isRead }]) => {
    const lacks = [...(isRead ? [] : ['reads']), ...(isWritten ? [] : ['writes'])].join(' or ');
    return lacks === '' ? [] : [{ path, line, rule: 'state-field', message: `no code ${lacks} the field ${name}` }];
  });
}

const VALUE_OF: Readonly<Record<string, string>> = { VariableDeclarator: 'init', Property: 'value' };
