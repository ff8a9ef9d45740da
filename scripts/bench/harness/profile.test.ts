import { expect, test } from 'vitest';
import { timesOf } from './profile.ts';

const frame = (functionName: string) => ({ functionName, url: 'index.js', lineNumber: 0, columnNumber: 0 });

test('the own time of a function excludes its callees, and recursion counts its whole time once', () => {
  const nodes = [
    { id: 1, callFrame: frame('(root)'), children: [2, 5] },
    { id: 2, callFrame: frame('outer'), children: [3] },
    { id: 3, callFrame: frame('inner'), children: [4] },
    { id: 4, callFrame: frame('outer') },
    { id: 5, callFrame: frame('(idle)') },
  ];
  const times = timesOf({ nodes, samples: [2, 3, 4, 5], timeDeltas: [1_000, 5_000, 2_000, 50_000] });
  expect(times.map(({ frame: { functionName }, ownMs, wholeMs }) => [functionName, ownMs, wholeMs])).toEqual([
    ['inner', 5, 7],
    ['outer', 3, 8],
  ]);
});
