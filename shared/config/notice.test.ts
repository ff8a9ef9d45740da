import { expect, it } from 'vitest';
import { valueFor } from './config-document.ts';
import { basicDocument } from './documents.ts';
import { closedNotes, isNoteId, noticeAt, withClosed } from './notice.ts';

const FIELDS = { notice: 'A pause on Sunday.', notice_link: '', notice_start: '', notice_end: '' };
const NOW = Date.UTC(2026, 11, 1);

it('a notice stands between its times, the end not included', () => {
  const fields = { ...FIELDS, notice_start: '2026-12-01T01:00:00+01:00', notice_end: '2026-12-02T00:00:00Z' };
  expect([NOW - 1, NOW, NOW + 86_399_999, NOW + 86_400_000].map((at) => noticeAt(fields, at)?.text ?? null)).toEqual([
    null,
    FIELDS.notice,
    FIELDS.notice,
    null,
  ]);
});

it('a notice is none without a word', () => {
  expect(noticeAt({ ...FIELDS, notice: '  ' }, NOW)).toBeNull();
});

it('a notice is another one with another text or link, and the same at any time', () => {
  const ids = [FIELDS, { ...FIELDS, notice: 'Another.' }, { ...FIELDS, notice_link: '/faq' }].map(
    (fields) => noticeAt(fields, NOW)?.id ?? '',
  );
  expect(new Set(ids).size).toBe(3);
  expect(ids.every(isNoteId)).toBe(true);
  expect(noticeAt({ ...FIELDS, notice_end: '2027-01-01T00:00:00Z' }, NOW + 5)?.id).toBe(ids[0]);
});

const cookies = (value: string) => new Map([['pp_closed', value]]);

it('the closed notices are read from a cookie that holds other values too', () => {
  expect(closedNotes(cookies('%22notice.1f%20winter%22'))).toEqual(['notice.1f', 'winter']);
  expect(closedNotes(cookies('notice.1f'))).toEqual(['notice.1f']);
  for (const noise of ['', '%', '%7B%7D', '<script>', 'NOTICE.1', '[1]'])
    expect(closedNotes(cookies(noise))).toEqual([]);
});

it('a closed notice is stored once, and only the latest twelve are kept', () => {
  expect(withClosed(['a', 'b'], 'a')).toBe('b a');
  const many = Array.from({ length: 20 }, (_, at) => `b${at}`);
  expect(withClosed(many, 'new').split(' ')).toHaveLength(12);
  expect(withClosed(many, 'new')).toMatch(/^b9 .* new$/);
});

const text = (change: object, variants: object[] = []) => {
  const { default: first } = JSON.parse(basicDocument.initial) as { default: object };
  return JSON.stringify({ default: { ...first, ...change }, variants });
};

it('the document of basics reads a text from before notices had a link and times', () => {
  const fields = JSON.parse(basicDocument.initial) as { default: Record<string, unknown> };
  for (const name of ['notice_link', 'notice_start', 'notice_end']) delete fields.default[name];
  expect(basicDocument.parse(JSON.stringify(fields))).toMatchObject({
    ok: true,
    value: { default: { notice_link: '', notice_start: '', notice_end: '' } },
  });
});

it('the document of basics keeps link and times of the default where a variant has words of its own', () => {
  const parsed = basicDocument.parse(
    text({ notice: 'Hi', notice_link: '/faq' }, [{ when: { languages: ['ja'] }, values: { notice: 'やあ' } }]),
  );
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const ja = valueFor(parsed.value, { language: 'ja', client: 'web', person: '' });
  expect([ja.notice, ja.notice_link]).toEqual(['やあ', '/faq']);
});

it.each([
  { notice_link: 'javascript:alert(1)' },
  { notice_link: 'http://example.com/' },
  { notice_link: '//example.com' },
  { notice_link: '/\\example.com' },
  { notice_start: 'tomorrow' },
  { notice_start: '2026-12-24' },
  { notice_end: '2026-13-01T00:00:00Z' },
  { support_email: 'nobody' },
  { support_email: 'a@b.c?subject=x' },
  { support_email: 'a#b@example.com' },
  { support_email: 'a b@example.com' },
])('the document of basics refuses %j', (wrong) => {
  expect(basicDocument.parse(text(wrong)).ok).toBe(false);
});
