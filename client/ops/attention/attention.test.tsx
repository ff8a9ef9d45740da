import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AttentionView, type ShownAttention } from './attention.view.tsx';

const ITEM: ShownAttention = {
  key: 'a',
  level: 'broken',
  title: '2 alarms are late',
  advice: 'Work has not run.',
  sinceMs: Date.UTC(2050, 4, 1, 12),
  sinceWord: 'since',
  remedy: { href: '/ops/jobs', label: 'See them' },
};

test('an empty list says that nothing needs the operator', () => {
  expect(renderToStaticMarkup(<AttentionView items={[]} />)).toContain('Nothing needs you.');
});

test('an item has its level in words, its time and the way to act', () => {
  const shown = renderToStaticMarkup(<AttentionView items={[ITEM]} />);
  for (const part of ['Broken', '2 alarms are late', 'Since', '2050-05-01 12:00 UTC', 'href="/ops/jobs"'])
    expect(shown).toContain(part);
  expect(shown).not.toContain('Nothing needs you.');
});

test('an item that is only to be known leaves the state in order, and shows its command', () => {
  const note: ShownAttention = { ...ITEM, level: 'note', sinceWord: 'on', remedy: { command: 'bin/magpie audit' } };
  const shown = renderToStaticMarkup(<AttentionView items={[note]} />);
  for (const part of ['Nothing needs you.', 'The first on', 'bin/magpie audit']) expect(shown).toContain(part);
});
