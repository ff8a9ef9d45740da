import { expect, it } from 'vitest';
import { valueFor } from './config-document.ts';
import { linksHubDocument } from './links-hub.ts';

const SHARE = `/s/V${'a'.repeat(25)}`;
const title = { 'en-US': 'Public files', ja: '公開ファイル' };

function textOf(links: object[], origins: string[] = []): string {
  return JSON.stringify({ default: { hub: { origins, groups: [{ title, links }] } } }, null, 1);
}

it('the document of the links hub is empty before anybody has written one', () => {
  const parsed = linksHubDocument.parse(linksHubDocument.initial);
  expect(parsed).toMatchObject({ ok: true, value: { default: { hub: { groups: [] } } } });
});

it('the document of the links hub: holds shares, and addresses of origins that it allows', () => {
  const links = [
    { title, url: SHARE },
    { title, url: 'https://example.org/a?b=1', note: { 'en-US': 'A page.' } },
  ];
  const parsed = linksHubDocument.parse(textOf(links, ['https://example.org']));
  if (!parsed.ok) throw new Error(parsed.problems[0]?.message);
  const { hub } = valueFor(parsed.value, { language: 'ja', client: 'web', person: '' });
  expect(hub.groups[0]?.links.map(({ url }) => url)).toEqual([SHARE, 'https://example.org/a?b=1']);
});

it.each([
  ['an origin that is not allowed', 'https://example.com/'],
  ['an address that begins like an allowed one', 'https://example.org.evil.example/'],
  ['an address without https', 'http://example.org/'],
  ['a script', 'javascript:alert(1)'],
  ['a path that is no share', '/drive/all'],
  ['a share with something behind it', `${SHARE}/../../auth`],
  ['two slashes', '//example.org/'],
  ['a name before the origin', 'https://example.org@evil.example/'],
])('the document of the links hub refuses %s, at its line', (_, url) => {
  const text = textOf([{ title, url }], ['https://example.org']);
  const line = text.split('\n').findIndex((each) => each.includes('"url"')) + 1;
  expect(linksHubDocument.parse(text)).toMatchObject({ ok: false, problems: [{ line }] });
});

it.each(['https://example.org/', 'http://example.org', '*', 'https://example.org/path'])(
  'the document of the links hub refuses the origin %s',
  (origin) => {
    expect(linksHubDocument.parse(textOf([{ title, url: SHARE }], [origin])).ok).toBe(false);
  },
);

it('the document of the links hub refuses a title without English, in a language that there is not, and of nothing', () => {
  for (const wrong of [{ ja: 'x' }, { 'en-US': 'x', fr: 'x' }, { 'en-US': '  ' }])
    expect(linksHubDocument.parse(textOf([{ title: wrong, url: SHARE }])).ok).toBe(false);
});
