import { expect, it } from 'vitest';
import { checkSiblings, sentencesOf } from './siblings.ts';

const english = {
  large: 'This picture is larger than 512 KB. Choose a smaller one.',
  wide: 'This picture is too wide. Choose a smaller one.',
  long: 'This film is too long. Choose a smaller one.',
  alone: 'Nothing of the kind.',
};

const found = (ko: Readonly<Record<string, string>>) =>
  checkSiblings({ 'en-US': { x: english }, ko: { x: ko } }, ['en-US', 'ko']);

it('finds a sentence that its texts say in several ways', () => {
  const ways = (wide: string, long: string) =>
    found({
      large: '512 KB보다 큽니다. 더 작은 사진을 선택하세요.',
      wide: `너무 넓습니다. ${wide}`,
      long: `너무 깁니다. ${long}`,
      alone: '없습니다.',
    });
  expect(ways('더 작은 사진을 선택하세요.', '더 작은 사진을 선택하세요.')).toEqual([]);
  expect(ways('더 미리보기 사진을 선택하세요.', '더 작은 사진을 선택하세요.')).toEqual([
    {
      path: 'sentence:x.large',
      rule: 'ko',
      message:
        '“Choose a smaller one.” is said in 2 ways: “더 작은 사진을 선택하세요.” (x.large, x.long), “더 미리보기 사진을 선택하세요.” (x.wide)',
    },
  ]);
  const three = ways('더 미리보기 사진을 선택하세요.', '작은 사진으로 하세요.');
  expect(three.map(({ path }) => path)).toEqual(['sentence:x.large', 'sentence:x.large']);
});

it('leaves texts of another number of sentences, and forms of one plural', () => {
  expect(
    found({ large: '큽니다.', wide: '너무 넓습니다. 더 작은 것을 선택하세요.', long: '깁니다', alone: 'x' }),
  ).toEqual([]);
  const plural = {
    'a.one': '{{count}} item ready. Open a folder.',
    'a.other': '{{count}} items ready. Open a folder.',
  };
  const es = { 'a.one': '{{count}} listo. Ábrelo en otra.', 'a.other': '{{count}} listos. Ábrelos en otra.' };
  expect(checkSiblings({ 'en-US': { x: plural }, es: { x: es } }, ['es'])).toEqual([]);
});

it('divides texts into sentences, also without spaces', () => {
  expect(sentencesOf('Version 1.5 is here. Really? Yes.')).toEqual(['Version 1.5 is here.', 'Really?', 'Yes.']);
  expect(sentencesOf('图片超过 512 KB。请选择较小的图片。')).toEqual(['图片超过 512 KB。', '请选择较小的图片。']);
});
