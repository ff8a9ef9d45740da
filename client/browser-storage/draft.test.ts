import { expect, test } from 'vitest';
import { makeDraft } from './draft.ts';

function storage() {
  const texts = new Map<string, string>();
  return {
    getItem: (name: string) => texts.get(name) ?? null,
    setItem: (name: string, text: string) => void texts.set(name, text),
    removeItem: (name: string) => void texts.delete(name),
  };
}

test('a draft is restored for the same user alone', () => {
  const place = storage();
  makeDraft('alice', () => place).write('two\nlines');
  expect(makeDraft('alice', () => place).read()).toBe('two\nlines');
  expect(makeDraft('bob', () => place).read()).toBe('');
});

test('a sent draft is deleted', () => {
  const place = storage();
  const draft = makeDraft('alice', () => place);
  draft.write('CODE');
  draft.write('');
  expect(draft.read()).toBe('');
});

test('a browser that forbids storage stores no draft and throws no error', () => {
  const draft = makeDraft('alice', () => {
    throw new Error('forbidden');
  });
  draft.write('CODE');
  expect(draft.read()).toBe('');
});
