import { expect, it } from 'vitest';
import { drawnSize } from './page-picture.rules.ts';

it('a picture is drawn into at most a thousand pixels a side, whatever its shape, and never enlarged', () => {
  expect(drawnSize(4_096, 2_048)).toEqual({ width: 1_024, height: 512 });
  expect(drawnSize(64, 48)).toEqual({ width: 64, height: 48 });
  expect(drawnSize(1, 60_000)).toEqual({ width: 1, height: 1_024 });
  expect(drawnSize(1_024, 60_000)).toEqual({ width: 17, height: 1_024 });
});

it('a picture without a size is not drawn', () => {
  expect(drawnSize(0, 0)).toBeNull();
});
