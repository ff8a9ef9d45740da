import { expect, test } from 'vitest';
import { SAVED_FILES } from './saved-marks.ts';

test('saved ids are read back with their user, the newest thousand', () => {
  const ids = Array.from({ length: 1_200 }, (_, at) => `F${at}`);
  const read = SAVED_FILES.read(SAVED_FILES.write({ userId: 'V1', ids }));
  expect([read?.userId, read?.ids.length, read?.ids.at(-1)]).toEqual(['V1', 1_000, 'F1199']);
});

test.each(['', '[]', '{"userId":1,"ids":[]}', '{"userId":"V1"}'])('saved ids ignore garbage: %s', (text) => {
  expect(SAVED_FILES.read(text)).toBeNull();
});
