import { existsSync, lstatSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileObject } from '#shared/drive/model.ts';
import type { Drive } from '../session/drive.ts';
import type { FileProgress } from '../terminal/progress.ts';
import { getFile, shortName } from './get-file.ts';

it('a short name of a part fits every file system, and long names that begin alike stay apart', () => {
  expect(shortName('plain.txt')).toBe('plain.txt');
  const long = '文'.repeat(84);
  expect(Buffer.byteLength(`.${shortName(long)}.0123456789ab.magpie-part`)).toBeLessThanOrEqual(255);
  expect(Buffer.byteLength(`.${shortName('😀'.repeat(63))}.0123456789ab.magpie-part`)).toBeLessThanOrEqual(255);
  expect(Buffer.byteLength(`.${shortName('a'.repeat(200))}.0123456789ab.magpie-part`)).toBeLessThanOrEqual(255);
  expect(shortName(`${long}a`)).not.toBe(shortName(`${long}b`));
});

describe('a link under the name that a part will have', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'magpie-part-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const target = path.join(folder, 'file.txt');
  const part = path.join(folder, '.file.txt.abcdef012345.magpie-part');
  const victim = path.join(folder, 'victim');
  const file = { id: 'V1', name: 'file.txt', hash: 'ABCDEF012345', size: '1000000' } as FileObject;
  const drive = { headers: {} } as unknown as Drive;
  const get = () =>
    getFile(drive, file, target, { at: () => undefined } as unknown as FileProgress, AbortSignal.timeout(10_000));

  it.each([
    ['a file of another', () => writeFileSync(victim, 'of another')],
    ['nothing', () => rmSync(victim, { force: true })],
    ['a device that never ends', () => symlinkSync('/dev/zero', victim)],
  ])('that leads to %s is neither read nor written through', async (_what, make) => {
    make();
    const held = lstatSync(victim, { throwIfNoEntry: false })?.size;
    symlinkSync(victim, part);
    await expect(get()).rejects.toMatchObject({ code: 'ELOOP' });
    expect(lstatSync(victim, { throwIfNoEntry: false })?.size).toBe(held);
    expect(existsSync(target)).toBe(false);
    rmSync(part);
  });
});
