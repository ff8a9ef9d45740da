import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HealthView } from './health.view.tsx';

const MIB = 1024 * 1024;
const AMPLE = { level: 'ample', freeBytes: 9_000 * MIB, watermarkBytes: 64 * MIB } as const;

test('the console shows no problem of a healthy machine', () => {
  expect(renderToStaticMarkup(<HealthView disk={AMPLE} damaged={[]} />)).toBe('');
});

test('the console warns that the disk is nearly full, with the free space', () => {
  const shown = renderToStaticMarkup(
    <HealthView disk={{ ...AMPLE, level: 'low', freeBytes: 10 * MIB }} damaged={[]} />,
  );
  expect(shown).toMatch(/disk is nearly full: 10 MiB free, and 64 MiB are kept/);
});

test('the console names a damaged object with its id, its user and the remedy', () => {
  const damage = {
    className: 'DriveObject',
    id: 'ab12',
    name: 'V-alice',
    what: 'its database is empty',
    remedy: 'restore',
  };
  const shown = renderToStaticMarkup(<HealthView disk={AMPLE} damaged={[damage]} />);
  for (const said of ['DriveObject V-alice: its database is empty', 'ab12', 'restore']) expect(shown).toContain(said);
});
