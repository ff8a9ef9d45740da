import { expect, test } from 'vitest';
import { readMarkdown } from './markdown.rules.ts';

test('done and open tasks look different', async () => {
  expect(await readMarkdown('- [x] bread\n- [ ] milk')).toMatch(/☑ bread[\s\S]*☐ milk/);
});

test('facts above the text are no heading', async () => {
  const html = await readMarkdown('---\ntitle: Trip\ntags: [a]\n---\n# Hello');
  expect(html).toMatch(/^<pre><code>title: Trip\ntags: \[a\]<\/code><\/pre><h1/);
  expect(await readMarkdown('---\nA line between two rules.\n\n---\nx')).not.toContain('<pre>');
});

test('footnotes are numbered in the order of their use and come at the end', async () => {
  const html = await readMarkdown(
    'One[^b] and two[^a] and one again[^b].\n\n[^a]: Second\n[^b]: First *note*\n  goes on',
  );
  expect(html).toContain('One<sup><a href="#note-1" data-anchor="ref-1">1</a></sup>');
  expect(html).toContain('<li data-anchor="note-1">First <em>note</em>\ngoes on');
  expect(html).toContain('<li data-anchor="note-2">Second');
  expect(html).not.toContain('[^');
});

test('footnotes inside code are left', async () => {
  expect(await readMarkdown('```\n[^a]: x\n```\nsee [^a]')).toContain('see [^a]');
});

test('a link to a heading finds it, in every script', async () => {
  expect(await readMarkdown('[go](#größe--farbe)\n\n## Größe & Farbe')).toContain('<h2 data-anchor="größe--farbe">');
  expect(await readMarkdown('## 目录')).toContain('data-anchor="目录"');
});

test('a picture beside the file is a link to it', async () => {
  expect(await readMarkdown('![the "cat"](cat.png)')).toContain(
    '<a class="picture" href="cat.png">the &quot;cat&quot;</a>',
  );
});

test('HTML of the text is shown as text', async () => {
  expect(await readMarkdown('<img src=x onerror=alert(1)>')).not.toContain('<img');
});

test('a hundred thousand brackets take linear time and stay text', async () => {
  expect(await readMarkdown('['.repeat(100_000))).toContain('['.repeat(1_000));
  expect((await readMarkdown('[^'.repeat(100_000))).length).toBeGreaterThan(200_000);
});
