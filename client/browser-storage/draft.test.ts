import { expect, test } from 'vitest';
import { makeDraft } from './draft.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test('what was typed is there again, for the same person alone', () => {
  const place = storage();
  makeDraft('pp_feedback_draft', 'alice', () => place).write('two\nlines');
  expect(makeDraft('pp_feedback_draft', 'alice', () => place).read()).toBe('two\nlines');
  expect(makeDraft('pp_feedback_draft', 'bob', () => place).read()).toBe('');
});

test('what was sent is taken away', () => {
  const place = storage();
  const draft = makeDraft('pp_feedback_draft', 'alice', () => place);
  draft.write('CODE');
  draft.write('');
  expect(draft.read()).toBe('');
});

test('a browser that forbids storage keeps nothing and breaks nothing', () => {
  const draft = makeDraft('pp_feedback_draft', 'alice', () => {
    throw new Error('forbidden');
  });
  draft.write('CODE');
  expect(draft.read()).toBe('');
});
