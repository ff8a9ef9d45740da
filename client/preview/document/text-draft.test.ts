/** Drafts of edited texts. */
import { expect, test, vi } from 'vitest';
import { makeTextDraft } from './text-draft.ts';

function fakeStorage() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (name: string) => entries.get(name) ?? null,
    setItem: (name: string, value: string) => void entries.set(name, value),
    removeItem: (name: string) => void entries.delete(name),
  };
}

test('a draft is read back with the revision that was edited, and cleared', () => {
  const storage = fakeStorage();
  const draft = makeTextDraft('alice', 'f1', () => storage);
  expect(draft.read()).toBeNull();
  draft.write({ revision: '3', text: 'hello' });
  expect(makeTextDraft('alice', 'f1', () => storage).read()).toEqual({ revision: '3', text: 'hello' });
  expect(makeTextDraft('bob', 'f1', () => storage).read()).toBeNull();
  draft.clear();
  expect(draft.read()).toBeNull();
});

test('garbage, forbidden storage and a text that is too long leave no draft', () => {
  const storage = fakeStorage();
  storage.setItem('pp_text_draft_a_f', '{oops');
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const draft = makeTextDraft('a', 'f', () => storage);
  expect(draft.read()).toBeNull();
  draft.write({ revision: '1', text: 'x'.repeat(2_097_153) });
  expect(storage.entries.size).toBe(0);
  const forbidden = makeTextDraft('a', 'f', () => {
    throw new Error('forbidden');
  });
  expect(forbidden.read()).toBeNull();
  expect(() => forbidden.write({ revision: '1', text: 'x' })).not.toThrow();
  warn.mockRestore();
});
