import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { escapeHtml, makeTemplate, markOf, slimIcons } from './template.ts';

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

test('a slim icon keeps its own classes, and texts that look like icons stay', () => {
  const icon = (own: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" class="lucide lucide-x${own}"><path d="M1"></path></svg>`;
  expect(slimIcons(icon(''))).toBe('<svg><path d="M1"/></svg>');
  expect(slimIcons(icon(' kind kind-folder'))).toBe('<svg class="kind kind-folder"><path d="M1"/></svg>');
  const text = escapeHtml('<svg class="lucide lucide-x"><path></path></svg>');
  expect(slimIcons(`<p title="${text}">${text}</p>`)).toBe(`<p title="${text}">${text}</p>`);
});
