/**
 * Words that lead to a question or a topic besides its own anchor: `/faq#zip`, `/faq#/upload`. Guard `redirect-faq-hash`; a hash
 * never reaches a server, so the page carries them and client/pages/site/faq.ts follows them. Anchors are set in pages/help/faq.md.
 */
import type { HelpDirectorySlug } from './help-map.ts';

export const FAQ_WORDS: Readonly<Record<string, string>> = {
  'what-is-magpie': 'about what-is introduction',
  'account-needed': 'register no-account guest',
  storage: 'space capacity quota',
  'file-size': 'size limit limits',
  'interrupted-upload': 'resume pause interrupted',
  'folder-download': 'zip archive folder',
  preview: 'play player video stream',
  'lost-passcode': 'passcode pass-code extraction-code',
  'close-link': 'unshare cancel-share close-share',
  'report-link': 'report abuse complaint copyright',
  trash: 'recycle recycle-bin deleted restore',
  'who-can-read': 'privacy private encryption',
  'lost-password': 'password forgot-password reset-password',
  'close-account': 'delete-account cancel-account',
  apps: 'app mobile desktop client',
  cost: 'price premium vip membership payment',
  'gift-code': 'redeem activation-code coupon',
  'cancel-premium': 'receipt invoice subscription cancel',
  'premium-ends': 'expire expiry over-quota',
};

export const TOPIC_WORDS: Readonly<Record<HelpDirectorySlug, string>> = {
  'first-steps': 'start getting-started begin guide',
  'upload-and-download': 'upload uploads download downloads transfer',
  sharing: 'share link links',
  account: 'login sign-in security two-step',
  trouble: 'error problem problems troubleshooting help',
};

/** The questions on the first page of the help. */
export const MOST_ASKED: readonly string[] = [
  'account-needed',
  'interrupted-upload',
  'lost-passcode',
  'trash',
  'lost-password',
  'who-can-read',
];
