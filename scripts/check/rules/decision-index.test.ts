import { expect, test } from 'vitest';
import { checkDecisionIndex } from './decision-index.ts';

function messages(...lines: string[]): string[] {
  const tree = new Map([
    ['worker/edge/cors.ts', ''],
    ['docs/decisions/0001-one.md', '**Code.** `worker/edge/cors.ts`.'],
    ['docs/decisions/0002-two.md', 'Of `worker/edge/cors.ts`.'],
    ['docs/decisions.md', `${lines.join('\n')}\n`],
  ]);
  return checkDecisionIndex(tree).map(({ message }) => message);
}

const ONE = '- [0001](decisions/0001-one.md) One';
const TWO = '- [0002](decisions/0002-two.md) Two';

test('an index with each decision under a module is right', () => {
  expect(messages('## `worker/edge`', ONE, TWO)).toEqual([]);
});

test('decisions left out, listed twice or deleted, and modules that are gone, are found', () => {
  expect(messages('## `worker/edge`', ONE, '## `worker/gone`', ONE, '- [0003](decisions/0003-three.md) Three')).toEqual(
    [
      '0002-two.md is under no module',
      '0001-one.md is listed twice',
      '0003-three.md does not exist',
      'the module worker/gone does not exist',
    ],
  );
});

test('two decisions of one number are found', () => {
  const tree = new Map([
    ['worker/edge/cors.ts', ''],
    ['docs/decisions/0001-one.md', 'Of `worker/edge/cors.ts`.'],
    ['docs/decisions/0001-two.md', 'Of `worker/edge/cors.ts`.'],
    ['docs/decisions.md', `## \`worker/edge\`\n\n${ONE}\n- [0001](decisions/0001-two.md) Two\n`],
  ]);
  expect(checkDecisionIndex(tree).map(({ message }) => message)).toEqual([
    '0001-two.md has the number of another decision',
  ]);
});

test('a decision that names no code is found', () => {
  const tree = new Map([
    ['worker/edge/cors.ts', ''],
    ['docs/decisions/0001-one.md', '**Choice.** `Origin` is compared.'],
    ['docs/decisions.md', `## \`worker/edge\`\n\n${ONE}\n`],
  ]);
  expect(checkDecisionIndex(tree)).toEqual([
    expect.objectContaining({ path: 'docs/decisions/0001-one.md', message: expect.stringContaining('path') }),
  ]);
});
