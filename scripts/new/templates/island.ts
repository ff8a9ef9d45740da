/** Files and rows of a new island: props, loader, view, state, actions, and a test that asks for the rest. */
import type { Draft } from '../draft.ts';
import { addBeforeDeclaration, addToInterface, addToObject } from '../insert.ts';
import { pascal, type Wanted, words } from '../names.ts';

function propsOf({ feature, name }: Wanted): string {
  return `${pascal(feature)}${pascal(name)}Props`;
}

function viewText(wanted: Wanted): string {
  const { name } = wanted;
  return `/** ${words(name)}: props in, markup out. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import type { ${propsOf(wanted)} } from '#shared/islands.ts';

export interface ${pascal(name)}ViewProps extends ${propsOf(wanted)} {
  /** Left out on the server. */
  onPress?(): void;
}

export function ${pascal(name)}View({ label, isPressed, onPress }: ${pascal(name)}ViewProps): ReactNode {
  return (
    <Button type="button" aria-pressed={isPressed} onClick={onPress}>
      {label}
    </Button>
  );
}
`;
}

function stateText(wanted: Wanted): string {
  const { name } = wanted;
  return `/** What ${words(name).toLowerCase()} shows: signals, made once per island. */
import { type Signal, signal } from '@preact/signals-react';
import type { ${propsOf(wanted)} } from '#shared/islands.ts';

export interface ${pascal(name)}State {
  readonly isPressed: Signal<boolean>;
}

export function make${pascal(name)}State(props: ${propsOf(wanted)}): ${pascal(name)}State {
  return { isPressed: signal(props.isPressed) };
}
`;
}

function actionsText({ name }: Wanted): string {
  return `/** What a person can do with ${words(name).toLowerCase()}. */
import type { ${pascal(name)}State } from './${name}.state.ts';

export function press${pascal(name)}(state: ${pascal(name)}State): void {
  state.isPressed.value = !state.isPressed.value;
}
`;
}

function islandText(wanted: Wanted): string {
  const { name } = wanted;
  return `/** ${words(name)} in the browser: state and actions behind its view. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ${propsOf(wanted)} } from '#shared/islands.ts';
import { press${pascal(name)} } from './${name}.actions.ts';
import { make${pascal(name)}State } from './${name}.state.ts';
import { ${pascal(name)}View } from './${name}.view.tsx';

export default function ${pascal(name)}Island(props: ${propsOf(wanted)}): ReactNode {
  const [state] = useState(() => make${pascal(name)}State(props));
  const press = () => press${pascal(name)}(state);
  return <${pascal(name)}View label={props.label} isPressed={state.isPressed.value} onPress={press} />;
}
`;
}

function testText(wanted: Wanted): string {
  const { feature, name } = wanted;
  return `import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { ${propsOf(wanted)} } from '#shared/islands.ts';
import ${pascal(name)}Island from './${name}.island.tsx';
import { ${pascal(name)}View } from './${name}.view.tsx';

const PROPS: ${propsOf(wanted)} = { label: '${words(name)}', isPressed: false };

test('the first rendering of ${feature}/${name} equals its view', () => {
  expect(renderToString(<${pascal(name)}Island {...PROPS} />)).toBe(renderToString(<${pascal(name)}View {...PROPS} />));
});

test('${words(name)} does what a person asks of it', () => {
  expect.fail('Fill in: what can a person do with the island ${feature}/${name}, and where does it stand?');
});
`;
}

export function addIsland(draft: Draft, wanted: Wanted): void {
  const { feature, name } = wanted;
  const id = `${feature}/${name}`;
  const props = `export interface ${propsOf(wanted)} {
  readonly label: string;
  readonly isPressed: boolean;
}

`;
  draft.edit('shared/islands.ts', (file) => {
    const declared = addBeforeDeclaration(file, 'IslandProps', props);
    const listed = addToInterface(declared, 'IslandProps', id, `'${id}': ${propsOf(wanted)};`);
    return addToObject(listed, 'ISLANDS', id, `'${id}': { load: 'visible' }`);
  });
  draft.edit('client/islands.ts', (file) =>
    addToObject(file, 'ISLAND_LOADERS', id, `'${id}': () => import('./${feature}/${name}.island.tsx')`),
  );
  draft.create(`client/${feature}/${name}.view.tsx`, viewText(wanted));
  draft.create(`client/${feature}/${name}.state.ts`, stateText(wanted));
  draft.create(`client/${feature}/${name}.actions.ts`, actionsText(wanted));
  draft.create(`client/${feature}/${name}.island.tsx`, islandText(wanted));
  draft.create(`client/${feature}/${name}.island.test.tsx`, testText(wanted));
}
