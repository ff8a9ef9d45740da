/** Files and rows of a new service: its room, its word in the order list, its making, and a test that asks for the rest. */
import type { Draft } from '../draft.ts';
import { addBeforeReturn, addImport, addToInterface, addToList, addToReturn } from '../insert.ts';
import { camel, pascal, type Wanted, words } from '../names.ts';

/** A new room stands right of all others but this one, which calls every room. */
const RIGHTMOST = 'ops';

function serviceText({ name }: Wanted): string {
  return `/**
 * Face of ${name}: what other rooms and pages may ask. Types only.
 */
export interface ${pascal(name)}Service {
  /** Whether the room can do its work now. */
  isReady(): boolean;
}
`;
}

function depsText({ name }: Wanted): string {
  return `/** What ${name} is made of; compose.ts hands it in. */
import type { Clock } from '#worker/platform/clock.ts';

export interface ${pascal(name)}Deps {
  readonly clock: Clock;
}
`;
}

function rulesText({ name }: Wanted): string {
  return `/**
 * Rules of ${name}: pure verdicts. No I/O, no clock: \`nowMs\` is passed in.
 */

/** @param nowMs  epoch ms */
export function isReady(nowMs: number): boolean {
  return Number.isFinite(nowMs);
}
`;
}

function testText({ name }: Wanted): string {
  return `import { expect, test } from 'vitest';
import { isReady } from './rules.ts';

test('${words(name)} keeps its rules', () => {
  expect(isReady(0)).toBe(true);
  expect.fail('Fill in: what does the room ${name} decide, and what does it refuse?');
});
`;
}

function indexText({ name }: Wanted): string {
  return `/**
 * ${words(name)}. Face and maker.
 */
import type { ${pascal(name)}Deps } from './deps.ts';
import type { ${pascal(name)}Service } from './service.ts';
import { isReady } from './rules.ts';

export type { ${pascal(name)}Service } from './service.ts';

export function make${pascal(name)}Service({ clock }: ${pascal(name)}Deps): ${pascal(name)}Service {
  return { isReady: () => isReady(clock.nowMs()) };
}
`;
}

function readmeText({ name }: Wanted): string {
  return `# ${name}

## Owns
Nothing yet.

## Speaks
- \`isReady\`: whether the room can do its work now.

## Keys
None.

## Events
Out: none. In: none.

## Decisions
None yet: dated lines of context, choice, cost.
`;
}

export function addService(draft: Draft, wanted: Wanted): void {
  const { name } = wanted;
  const home = `worker/services/${name}`;
  const face = `#worker/services/${name}/index.ts`;
  const own = camel(name);
  draft.edit('scripts/check/order.ts', (file) => addToList(file, 'FEATURES', name, RIGHTMOST));
  draft.create(`${home}/README.md`, readmeText(wanted));
  draft.create(`${home}/service.ts`, serviceText(wanted));
  draft.create(`${home}/deps.ts`, depsText(wanted));
  draft.create(`${home}/rules.ts`, rulesText(wanted));
  draft.create(`${home}/rules.test.ts`, testText(wanted));
  draft.create(`${home}/index.ts`, indexText(wanted));
  draft.edit('worker/compose.ts', (file) => {
    const made = addBeforeReturn(
      addImport(file, `./services/${name}/index.ts`, `make${pascal(name)}Service`),
      'compose',
      `const ${own} = make${pascal(name)}Service({ clock });`,
    );
    return addToReturn(made, 'compose', own, own);
  });
  draft.edit('worker/pages/services.ts', (file) =>
    addToInterface(
      addImport(file, face, `${pascal(name)}Service`, true),
      'PageDeps',
      own,
      `readonly ${own}: ${pascal(name)}Service;`,
    ),
  );
}
