import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentKeyOfWindows, isContentKey } from './content-key.ts';
import { WINDOW_BYTES, windowCount, windowRange } from './window.ts';

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

async function webSha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

function windowDigests(content: Uint8Array): Uint8Array[] {
  return Array.from({ length: windowCount(content.length) }, (_, index) => {
    const { start, end } = windowRange(index, content.length);
    return sha256(content.subarray(start, end));
  });
}

const bytes = fc.uint8Array({ maxLength: 300 });

test('the key of known content never changes', async () => {
  const hello = new TextEncoder().encode('hello');
  const large = new Uint8Array(WINDOW_BYTES + 1).map((_, index) => index % 251);
  expect(await contentKeyOfWindows([], 0, sha256)).toBe(
    '1-770d3278103faa5d80fbe5fea8f50ef6e43fa2d778f2dcc126b64327f83679cb',
  );
  expect(await contentKeyOfWindows(windowDigests(hello), 5, sha256)).toBe(
    '1-ecf186e65eb1f6f47af50db0ae2ec31e6e3c1e04bb56365ed5223611ac0a6b96',
  );
  expect(await contentKeyOfWindows(windowDigests(large), large.length, sha256)).toBe(
    '1-6226ad92a65667f0fc90f0463dd57d7e0fe84169b3650c429d16e4f392721eb5',
  );
});

test('every host digest gives the same key', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, async (content) => {
      const digests = windowDigests(content);
      expect(await contentKeyOfWindows(digests, content.length, webSha256)).toBe(
        await contentKeyOfWindows(digests, content.length, sha256),
      );
    }),
  );
});

test('different content has different keys', async () => {
  await fc.assert(
    fc.asyncProperty(bytes, bytes, async (a, b) => {
      fc.pre(Buffer.compare(a, b) !== 0);
      const keys = [a, b].map((content) => contentKeyOfWindows(windowDigests(content), content.length, sha256));
      expect(await keys[0]).not.toBe(await keys[1]);
    }),
  );
});

test('the size is part of the key', async () => {
  const digests = [sha256(new Uint8Array(1))];
  expect(await contentKeyOfWindows(digests, 1, sha256)).not.toBe(await contentKeyOfWindows(digests, 2, sha256));
});

test('digests that do not fit the size are refused', async () => {
  await expect(contentKeyOfWindows([], 1, sha256)).rejects.toThrow(RangeError);
  await expect(contentKeyOfWindows([new Uint8Array(32)], 0, sha256)).rejects.toThrow(RangeError);
  await expect(contentKeyOfWindows([new Uint8Array(20)], 1, sha256)).rejects.toThrow(RangeError);
});

test('only the versioned lower-case form is a content key', async () => {
  expect(isContentKey(await contentKeyOfWindows([], 0, sha256))).toBe(true);
  for (const other of ['', 'a'.repeat(64), `2-${'a'.repeat(64)}`, `1-${'A'.repeat(64)}`, `1-${'a'.repeat(63)}`]) {
    expect(isContentKey(other)).toBe(false);
  }
});
