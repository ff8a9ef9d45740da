import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { escapeHtml, makeTemplate, markOf } from './template.ts';

test.each([`<&>"'`, '', 'a & b', '&amp;', '\uE000id\uE001', "it's"])('%s is escaped as React escapes it', (text) => {
  expect(`<p title="${escapeHtml(text)}">${escapeHtml(text)}</p>`).toBe(
    renderToString(createElement('p', { title: text }, text)),
  );
});

test('a template is filled at every mark, and not at marks inside what is filled in', () => {
  const template = makeTemplate(`<a title="${markOf('name')}">${markOf('name')}</a> ${markOf('size')}`);
  expect(template.fill({ name: `<${markOf('size')}>`, size: '1 B' })).toBe(
    `<a title="&lt;${markOf('size')}&gt;">&lt;${markOf('size')}&gt;</a> 1 B`,
  );
});

test('a template refuses to be filled without a text', () => {
  expect(() => makeTemplate(markOf('name')).fill({})).toThrow('name');
});
