import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { HealthView } from './health.view.tsx';

const MIB = 1024 * 1024;
const AMPLE = { level: 'ample', freeBytes: 9_000 * MIB, watermarkBytes: 64 * MIB } as const;

test('the desk says nothing of a machine that is well', () => {
  expect(renderToStaticMarkup(<HealthView disk={AMPLE} damaged={[]} />)).toBe('');
});

test('the desk tells that the disk is nearly full, with what is left', () => {
  const shown = renderToStaticMarkup(
    <HealthView disk={{ ...AMPLE, level: 'low', freeBytes: 10 * MIB }} damaged={[]} />,
  );
  expect(shown).toMatch(/disk is nearly full: 10 MiB free, and 64 MiB are kept/);
});

test('the desk names a damaged object with its id, its person and the remedy', () => {
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
