/** The document of redirect rules, as operators write it. */
import type { DocumentKind } from '#shared/document-kind.ts';
import { parseRedirects } from './parse.ts';
import type { RedirectRules } from './rule.ts';

export type { RedirectRules } from './rule.ts';

export const redirectsDocument: DocumentKind<RedirectRules> = {
  title: 'Redirect rules',
  format: 'rules',
  example: [
    '# source          target                       status  conditions',
    '/old              /new                         301',
    '/blog/:year/*     /help-center/:year/:splat    308     locale=ja,ko country=JP,KR',
    '/app              https://example.com/ios      302     platform=iOS start=2026-12-01T00:00:00Z end=2027-01-01T00:00:00Z',
    'allow https://example.com',
  ],
  initial: '',
  parse: parseRedirects,
};
