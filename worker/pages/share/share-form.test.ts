import { expect, test } from 'vitest';
import { formFor, splitForm } from './share-form.ts';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each([
  ['Vabc', 'Vabc', null],
  ['Vabc.txt', 'Vabc', 'txt'],
  ['Vabc.json', 'Vabc', 'json'],
  ['Vabc.m3u8', 'Vabc', 'm3u8'],
  ['Vabc.exe', 'Vabc.exe', null],
  ['.txt', '', 'txt'],
  ['Vabc.TXT', 'Vabc.TXT', null],
])('the segment %s names %s in the form %s', (segment, id, form) => {
  expect(splitForm(segment)).toEqual({ id, form });
});

test.each([
  ['a browser', null, BROWSER_ACCEPT, CHROME, null],
  ['a browser that accepts anything', null, '*/*', CHROME, null],
  ['curl', null, '*/*', 'curl/8.5.0', 'txt'],
  ['wget', null, '*/*', 'Wget/1.21.4', 'txt'],
  ['curl without Accept', null, '', 'curl/8.5.0', 'txt'],
  ['curl that asks for a page', null, 'text/html', 'curl/8.5.0', null],
  ['curl that asks for JSON', null, 'application/json', 'curl/8.5.0', 'json'],
  ['a program that asks for JSON', null, 'application/json;q=0.9, text/plain', 'node', 'json'],
  ['a player', 'm3u8', '*/*', 'VLC/3.0.20 LibVLC/3.0.20', 'm3u8'],
  ['a browser at an extension', 'txt', BROWSER_ACCEPT, CHROME, 'txt'],
  ['a search engine at an extension', 'json', '*/*', 'Mozilla/5.0 (compatible; Googlebot/2.1)', null],
  ['a chat that asks for JSON', null, 'application/json', 'Slackbot-LinkExpanding 1.0', null],
  ['a chat', null, '*/*', 'WhatsApp/2.23.20.0', null],
  ['an unknown program', null, '*/*', 'python-requests/2.31', null],
] as const)('%s gets its form', (_, extension, accept, userAgent, form) => {
  expect(formFor(extension, accept, userAgent)).toBe(form);
});
