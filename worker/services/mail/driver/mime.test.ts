import { describe, expect, it } from 'vitest';
import { headerText, messageOf } from './mime.ts';

const FROM = { name: 'Magpie', email: 'mail@drive.example' };
const MAIL = {
  id: 'abc123',
  to: 'ann@example.com',
  subject: '123456 — код',
  text: 'Привет\n',
  html: '<p>Привет</p>',
  sentMs: 1_800_000_000_000,
};

/** What a reader makes of encoded words. */
function decoded(header: string): string {
  return header
    .replace(/\?=\r\n =\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/g, (_, word: string) => Buffer.from(word, 'base64').toString());
}

describe('a header', () => {
  it('stays as it is in plain letters', () => expect(headerText('123456 is your code')).toBe('123456 is your code'));

  it.each(['код', '件名 ✓', '😀'.repeat(60), 'é'.repeat(100), 'a =?UTF-8?Q?b?='])(
    'carries %s in short words',
    (text) => {
      const header = headerText(text);
      expect(decoded(header)).toBe(text);
      expect(header).toMatch(/^[\x20-\x7e\r\n]+$/);
      for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(76);
    },
  );

  it('lets no line end through', () => expect(headerText('a\r\nBcc: b@c.de')).toBe('a Bcc: b@c.de'));
});

describe('a message', () => {
  const message = messageOf(MAIL, FROM);

  it('names sender, receiver, time and the event it is about', () => {
    expect(message).toContain('From: "Magpie" <mail@drive.example>\r\nTo: <ann@example.com>\r\n');
    expect(message).toContain('Message-ID: <abc123@drive.example>\r\n');
    expect(message).toContain('Date: Fri, 15 Jan 2027 08:00:00 +0000\r\n');
  });

  it('holds text and HTML as they were written, in lines every relay carries', () => {
    const parts = message.split('--=_abc123').slice(1, 3);
    const bodies = parts.map((part) => Buffer.from(part.split('\r\n\r\n')[1] ?? '', 'base64').toString());
    expect(bodies).toEqual(['Привет\r\n', '<p>Привет</p>']);
    for (const line of message.split('\r\n')) expect(line.length).toBeLessThanOrEqual(100);
    expect(message).not.toMatch(/[^\x20-\x7e\r\n]|[^\r]\n/);
  });

  it('quotes a name that holds quotes', () => {
    expect(messageOf(MAIL, { ...FROM, name: 'The "Nest"' })).toContain('From: "The \\"Nest\\"" <');
  });
});
