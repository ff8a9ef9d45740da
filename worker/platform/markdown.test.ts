import { expect, it } from 'vitest';
import { readMarkdown } from './markdown.ts';

const read = (body: string) =>
  readMarkdown(`# T\n\nLead.\n\n${body}`, (link) => (link === 'bad' ? null : `/to/${link}`));

it('a text has a title and a description, and the rest in blocks', () => {
  const { title, description, blocks, problems } = readMarkdown(
    '# A **title**\n\nIts lead with `code`.\n\nMore.\n',
    () => null,
  );
  expect({ title, description, problems }).toEqual({
    title: 'A title',
    description: 'Its lead with code.',
    problems: [],
  });
  expect(blocks).toEqual([{ kind: 'paragraph', inside: ['More.'] }]);
});

it.each([
  ['No title.', 'does not begin with a title'],
  ['# Title alone', 'has no paragraph after its title'],
])('a text: without its beginning is a problem: %s', (source, problem) => {
  expect(readMarkdown(source, () => null).problems.join()).toContain(problem);
});

it('a text keeps lists in their order and from their number', () => {
  expect(read('3. three\n4. **four**').blocks).toEqual([
    {
      kind: 'list',
      isOrdered: true,
      start: 3,
      items: [
        [{ kind: 'paragraph', inside: ['three'] }],
        [{ kind: 'paragraph', inside: [{ kind: 'strong', inside: ['four'] }] }],
      ],
    },
  ]);
});

it('a text gives every heading an anchor of its own: named, made of its words, or numbered', () => {
  const { blocks } = read('## One two!\n\n## One two\n\n## Other words {#named}\n\n## ？');
  expect(blocks.map((block) => (block.kind === 'heading' ? [block.id, block.inside] : null))).toEqual([
    ['one-two', ['One two!']],
    ['one-two-2', ['One two']],
    ['named', ['Other words']],
    ['part-4', ['？']],
  ]);
});

it('a text takes anchors from the source language', () => {
  const { blocks } = readMarkdown(
    '# T\n\nL.\n\n## 見出し',
    () => null,
    (position) => ['heading'][position],
  );
  expect(blocks).toMatchObject([{ id: 'heading' }]);
});

it('a text reads tables', () => {
  expect(read('| a | b |\n|---|---|\n| c | d |').blocks).toEqual([
    { kind: 'table', head: [['a'], ['b']], rows: [[['c'], ['d']]] },
  ]);
});

it.each(['<b>x</b>', '<script>alert(1)</script>', 'a <img src=x onerror=alert(1)> b', '![x](y)'])(
  'markup that a text may not contain stays letters and is a problem: %s',
  (body) => {
    const { blocks, problems } = read(body);
    expect(problems).not.toEqual([]);
    expect(JSON.stringify(blocks)).not.toMatch(/"kind":"(html|image)"/);
  },
);

it('a link that leads nowhere keeps its words alone', () => {
  const { blocks, problems, links } = read('go [there](bad) or [here](x)');
  expect(blocks).toEqual([
    { kind: 'paragraph', inside: ['go ', 'there', ' or ', { kind: 'link', href: '/to/x', inside: ['here'] }] },
  ]);
  expect(links).toEqual(['bad', 'x']);
  expect(problems).toEqual(['the link bad leads nowhere']);
});

it('signs that did not close are a problem: they would be read aloud', () => {
  expect(read('请按**“分享”**按钮').problems).toHaveLength(1);
});
