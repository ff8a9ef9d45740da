import { expect, test } from 'vitest';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { DAY_MS } from '#shared/units.ts';
import { termsOfDraft, termsOfLink, withChange } from './shown-terms.ts';

const NOW_MS = Date.UTC(2026, 10, 29);

test('a link that is still to be made is open to anyone, for ever, without a limit', () => {
  expect(termsOfDraft({}, NOW_MS)).toEqual({
    isLocked: false,
    passCode: '',
    endsMs: null,
    isViewOnly: false,
    hasPreviews: true,
    saves: '',
    title: '',
    note: '',
  });
});

test('terms of a link to be made are shown as those of one that exists', () => {
  const draft = { pass_code_option: 'REQUIRED', custom_pass_code: 'abc123', restore_limit: '3', expiration_days: 7 };
  expect(termsOfDraft(draft, NOW_MS)).toMatchObject({
    isLocked: true,
    passCode: 'abc123',
    saves: '3',
    endsMs: NOW_MS + 7 * DAY_MS,
  });
  // A date wins over days that were chosen before.
  const dated = { ...draft, expiration_at: '2026-12-24T22:59:59Z' };
  expect(termsOfDraft(dated, NOW_MS).endsMs).toBe(Date.UTC(2026, 11, 24, 22, 59, 59));
});

test('the title of a link is shown only where it is not the name of its file', () => {
  const link = {
    pass_code: '',
    expiration_at: '-1',
    restore_limit: '-1',
    title: 'a.txt',
    file_name: 'a.txt',
    note: '',
  };
  expect(termsOfLink(link as OwnLinkView)).toMatchObject({ title: '', saves: '', endsMs: null });
  expect(termsOfLink({ ...link, title: 'Holiday' } as OwnLinkView).title).toBe('Holiday');
});

test('a change that is being saved shows at once, and leaves the other terms', () => {
  const locked = termsOfDraft({ pass_code_option: 'REQUIRED', custom_pass_code: 'abcd', note: 'hi' }, NOW_MS);
  const ends = withChange(locked, { expiration_days: 7, expiration_at: '' }, NOW_MS);
  expect(ends).toEqual({ ...locked, endsMs: NOW_MS + 7 * DAY_MS });
  expect(withChange(ends, { view_only: true, previews_hidden: true, restore_limit: '-1' }, NOW_MS)).toEqual({
    ...ends,
    isViewOnly: true,
    hasPreviews: false,
  });
  expect(withChange(ends, { pass_code_option: 'NOT_REQUIRED', custom_pass_code: '' }, NOW_MS)).toEqual({
    ...ends,
    isLocked: false,
    passCode: '',
  });
});
