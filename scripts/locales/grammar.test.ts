import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkGrammar, endsAsAdjective } from './grammar.ts';
import { readPageTexts } from './page-texts.ts';
import { readTree } from './tree.ts';

type Tag = 'es' | 'ja' | 'ko' | 'pt' | 'zh-CN' | 'zh-TW';

const found = (locale: Tag, texts: Readonly<Record<string, string>>) =>
  checkGrammar({ [locale]: { x: texts } }, {}, undefined, [locale]).map(({ path }) => path);

it.each<[Tag, string, string]>([
  ['es', 'Nombres e miniaturas', 'y-e:x.text'],
  ['es', 'Uno o otro', 'o-u:x.text'],
  ['ja', '{{date}} に終了します', 'space:x.text'],
  ['ko', '더 미리보기 이미지를 선택하세요.', 'more:x.text'],
  ['ko', '{{amount}}이 차감되었습니다.', 'particle:x.text'],
  ['ko', '‘{{name}}’를 옮겼습니다.', 'particle:x.text'],
  ['ko', '{{name}}님이 요청합니다', 'space:x.text'],
  ['zh-CN', '更改{{name}}', 'space:x.text'],
  ['zh-TW', '請選擇更圖片', 'more:x.text'],
])('finds: in %s “%s”', (locale, text, path) => {
  expect(found(locale, { text })).toEqual([path]);
});

it.each<[Tag, string]>([
  ['es', 'Nombres e imágenes, padre e hijo'],
  ['es', 'Uno u otro, uno o dos'],
  ['ja', '{{date}}に終了します。{{time}} まで'],
  ['ko', '더 작은 이미지를 선택하세요. 더 이상 파일이 없습니다.'],
  ['ko', '{{size}}를 쓰고 {{amount}}이(가) 남습니다.'],
  ['ko', '{{name}} 님이 요청합니다'],
  ['zh-CN', '更改“{{name}}”，{{name}} 和 {{count}} 项'],
  ['zh-TW', '變更連結'],
])('leaves: in %s “%s”', (locale, text) => {
  expect(found(locale, { text })).toEqual([]);
});

it('“de” behind millions stands before nouns alone, and a key that ends in many is no plural', () => {
  const texts = {
    'a.many': '{{count}} terminadas',
    'a.other': '{{count}} terminadas',
    'b.many': '{{count}} de terminadas',
    'b.other': '{{count}} terminadas',
    'c.many': '{{count}} enlaces',
    'c.other': '{{count}} enlaces',
    'd.many': '{{count}} enlaces',
  };
  expect(found('es', texts)).toEqual(['many:x.b.many', 'many:x.c.many']);
});

it('a Korean word describes the next one by a final ㄴ', () => {
  expect(['작은', '큰', '있는', '미리보기', '이상'].map(endsAsAdjective)).toEqual([true, true, true, false, false]);
});

it('pages are read without targets of links, and the search words not at all', () => {
  const pages = { es: { 'help/x': '# Uno e dos\n\n[y](route:a e b)', 'help/search-words': 'a e b' } };
  expect(checkGrammar({}, pages, undefined, ['es']).map(({ path }) => path)).toEqual(['y-e:pages/help/x']);
});

it('finds nothing in the texts of the product', () => {
  const root = join(import.meta.dirname, '../../locales');
  expect(checkGrammar(readTree(root), readPageTexts(root))).toEqual([]);
});
