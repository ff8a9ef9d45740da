import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkPageEvents } from './page-events.ts';

const TABLE = `export interface AppEvents { 'after-login': { userId: string } }`;

function messages(code: string): string[] {
  const sources = [readSource('client/api/events.ts', TABLE), readSource('client/use.ts', code)];
  return checkPageEvents(sources).map(({ message }) => message);
}

test.each([
  ["events.fire('after-login', {});", 'no code subscribes to after-login'],
  ["events.on('after-login', go);", 'no code fires after-login'],
  ['', 'no code fires or subscribes to after-login'],
])('an event with one end is named: %s', (code, message) => {
  expect(messages(code)).toEqual([message]);
});

test.each([
  "events.fire('after-login', {}); events.on('after-login', go);",
  "events.fire('after-login', {}); for (const name of ['after-login'] as const) events.on(name, go);",
])('an event with both ends passes: %s', (code) => {
  expect(messages(code)).toEqual([]);
});

test('an event of the window needs both ends too; another text with its prefix is no event', () => {
  const both = "events.fire('after-login', {}); events.on('after-login', go);";
  const fires = "const PAGE = 'magpie:page'; page.dispatchEvent(new Event(PAGE));";
  expect(messages(both + fires)).toEqual(['no code subscribes to magpie:page']);
  expect(messages(`${both}${fires} page.addEventListener('magpie:page', wire);`)).toEqual([]);
  expect(messages(`${both} meta.name = 'magpie:error';`)).toEqual([]);
});
