import { expect, test } from 'vitest';
import { namedActionOf } from './named-action-links.ts';

const ORIGIN = 'https://drive.example.com';
const asked = (href: string) => namedActionOf(new URL(href, ORIGIN), ORIGIN)?.get('action') ?? null;

test.each([
  ['/drive/all?action=show_storage_dialog', 'show_storage_dialog'],
  ['/drive/trash?view=list&action=search&q=x', 'search'],
  ['/drive/feedback', 'open_feedback'],
  ['/drive/all?view=list', null],
  ['/en-US/faq?action=show_storage_dialog', null],
  ['https://other.example/drive/all?action=show_storage_dialog', null],
])('the address %s contains the named action %s', (href, action) => {
  expect(asked(href)).toBe(action);
});
