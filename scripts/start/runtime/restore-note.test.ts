import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { notedRestore, noteRestore } from './restore-note.ts';

it('a state folder has no mark before a restore, and another one after each', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'magpie-note-'));
  try {
    expect(notedRestore(folder)).toBe('');
    noteRestore(folder);
    const first = notedRestore(folder);
    expect(first).toMatch(/^[0-9a-f]{16}$/);
    noteRestore(folder);
    expect(notedRestore(folder)).not.toBe(first);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
