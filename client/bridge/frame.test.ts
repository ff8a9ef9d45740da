import { expect, test } from 'vitest';
import { pressInFrame } from './frame.ts';

const BASE = 'https://drive.example.com/drive/all?origin=x';
const PARENT = 'https://portal.example.com';
const press = (href: string, target = '') => pressInFrame(href, target, BASE, PARENT);

test.each([
  ['/drive/all?action=open_redeem_box', 'open_redeem_box'],
  ['https://drive.example.com/drive/trash?view=list&action=show_invite_dialog', 'show_invite_dialog'],
  ['?action=show_login_here', 'show_login'],
  ['/drive/feedback', 'open_feedback'],
  ['/drive/feedback?topic=problem', 'open_feedback'],
  ['/ja/drive/feedback', 'open_feedback'],
])('a press on %s posts %s to the parent', (href, action) => {
  expect(press(href)).toEqual({ kind: 'post', action });
});

test.each([
  '/drive/all?action=open_file&id=1',
  '/drive/all?action=search&q=x',
  '/drive/all?action=highlight_files',
  '/drive/trash?action=show_task',
  '/drive/all?action=unknown',
  '/s/abc',
])('%s is followed in the frame with the origin of the parent', (href) => {
  const url = new URL(href, BASE);
  url.searchParams.set('origin', PARENT);
  expect(press(href)).toEqual({ kind: 'stay', address: url.href });
});

test.each(['/drive/all?action=open_redeem_box', '/drive/feedback'])('%s with a target opens a window', (href) => {
  expect(press(href, '_blank')).toEqual({ kind: 'window', address: new URL(href, BASE).href });
});

test.each(['/auth', '/drive/account', '/drive/payment', '/en-US/unsubscribe', '/', '/share'])(
  '%s is never framed and opens in a window',
  (href) => {
    expect(press(href)).toEqual({ kind: 'window', address: new URL(href, BASE).href });
  },
);

test.each([
  'http://',
  'https://other.example/drive/all?action=show_login',
  'mailto:a@b.example',
  'javascript:alert(1)',
])('%s is no address of the product and is not handled', (href) => {
  expect(press(href)).toEqual({ kind: 'leave' });
});
