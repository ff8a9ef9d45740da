import { expect, test } from 'vitest';
import { readSource } from '../source.ts';
import { checkForwarders } from './forwarders.ts';

function reported(text: string): string[] {
  return checkForwarders([readSource('worker/services/drive/star.tsx', text)]).map(
    ({ message }) => message.split(' ', 1)[0] ?? '',
  );
}

test.each([
  'function star(drive: Drive, input: Input) { return setStar(drive, input); }',
  'async function star(drive: Drive) { return await setStar(drive); }',
  'function star(drive: Drive): void { setStar(drive); }',
  'const star = (drive: Drive, input: Input) => setStar(drive, input);',
  'const drive = { star: (input: Input) => setStar(input) };',
  'const drive = { star(input: Input) { return setStar(input); } };',
  'function star(drive: Drive, input: Input) { return drive.setStar(input); }',
  'const view = <List star={(input) => setStar(input)} />;',
  'const star = (...list: Input[]) => setStar(...list);',
])('a forwarder is reported: %s', (text) => {
  expect(reported(text)).toEqual(['star']);
});

test.each([
  ['adds an argument', 'const drive = { star: (input: Input) => setStar(core, input) };'],
  ['selects the receiver', 'const drive = { star: (caller: Caller, input: Input) => objectOf(caller).star(input) };'],
  ['binds a method to its object', 'const drive = { star: (input: Input) => store.star(input) };'],
  ['publishes a call over RPC', 'class DriveObject { star(input: Input) { return setStar(input); } }'],
  ['is a callback', 'const ids = files.map((file) => idOf(file));'],
  ['changes the order', 'const star = (a: A, b: B) => setStar(b, a);'],
  ['drops an argument', 'const star = (a: A, b: B) => setStar(a);'],
  ['has a default', 'const star = (a = 1) => setStar(a);'],
  ['has no arguments', 'const close = () => hide();'],
  ['calls a method of its only argument', 'const view = <Dialog onCancel={(event) => event.preventDefault()} />;'],
  ['binds a global', 'const api = { fetch: (input: Request) => fetch(input) };'],
  ['does more', 'function star(a: A) { guard(a); return setStar(a); }'],
])('a function that %s passes', (_, text) => {
  expect(reported(text)).toEqual([]);
});
