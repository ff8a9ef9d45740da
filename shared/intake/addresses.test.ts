import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressesIn, addressOfShare, shareIn } from './addresses.ts';

const ORIGIN = 'https://drive.example';
const PATH = '/s/VN8x_0000000000000000000-1';
const FOLDER = `${PATH}/VF00000000000000000000000a`;

test.each<[string, readonly string[]]>([
  [
    ' https://a.example/1 \n\nhttps://b.example/2\r\nhttps://a.example/1\n',
    ['https://a.example/1', 'https://b.example/2'],
  ],
  ['see https://a.example/file.zip.', ['https://a.example/file.zip']],
  ['https://a.example/file.zip。', ['https://a.example/file.zip']],
  ['（https://a.example/file.zip）', ['https://a.example/file.zip']],
  ['<https://a.example/file.zip>', ['https://a.example/file.zip']],
  ['[file](https://a.example/file.zip)', ['https://a.example/file.zip']],
  ['https://a.example/wiki/Magpie_(bird)', ['https://a.example/wiki/Magpie_(bird)']],
  ['(https://a.example/wiki/Magpie_(bird)).', ['https://a.example/wiki/Magpie_(bird)']],
  ['https://a.example/\u200bfile.zip\ufeff', ['https://a.example/file.zip']],
  ['链接: https://pan.example/s/1abc 提取码: abcd', ['https://pan.example/s/1abc']],
  ['https://pan.example/s/1abc 提取码: abcd', ['https://pan.example/s/1abc']],
  ['https://a.example/1 https://b.example/2', ['https://a.example/1', 'https://b.example/2']],
  ['https://a.example/My file 2024.pdf', ['https://a.example/My file 2024.pdf']],
  ['https://ja.example/wiki/日本', ['https://ja.example/wiki/日本']],
  ['https：//a.example/file', ['https://a.example/file']],
  [
    'magnet:?xt=urn:btih:0123456789012345678901234567890123456789&dn=a.',
    ['magnet:?xt=urn:btih:0123456789012345678901234567890123456789&dn=a.'],
  ],
  ['a.example/file', ['a.example/file']],
  ['no address', ['no address']],
  ['', []],
])('%j holds the addresses %j', (pasted, addresses) => {
  expect(addressesIn(pasted)).toEqual(addresses);
});

test.each([
  [`${ORIGIN}${PATH}`, PATH, ''],
  [`${ORIGIN}${PATH}?s_code=7391`, PATH, '7391'],
  [`${ORIGIN}${PATH}。`, PATH, ''],
  [`drive.example${PATH}`, PATH, ''],
  [`http://drive.example/zh-CN${FOLDER}?view=list)`, FOLDER, ''],
  [`链接: ${ORIGIN}${PATH} 提取码: 7391 复制这段内容`, PATH, '7391'],
  [`${ORIGIN}${PATH}提取码：７３９１`, PATH, '7391'],
  [`I shared something with you on Magpie: ${ORIGIN}${PATH} Passcode: aB3x`, PATH, 'aB3x'],
  [`Делюсь с вами в Magpie: ${ORIGIN}${PATH} Код доступа: 7391`, PATH, '7391'],
  [`Magpie에서 공유했습니다: ${ORIGIN}${PATH} 암호: 7391`, PATH, '7391'],
  [`Magpie で共有しました：${ORIGIN}${PATH} パスコード：7391`, PATH, '7391'],
  [`${ORIGIN}${PATH}\nabcd`, PATH, 'abcd'],
  [`${ORIGIN}${PATH} see you tomorrow`, PATH, ''],
])('%j is the link %s with the passcode %j', (pasted, path, passCode) => {
  const share = shareIn(pasted, ORIGIN);
  expect(share).toMatchObject({ path, passCode });
  expect(addressOfShare(share ?? { shareId: '', path: '', passCode: '' })).toBe(
    passCode === '' ? path : `${path}?s_code=${passCode}`,
  );
});

test.each([
  `https://other.example${PATH}`,
  `https://drive.example.other${PATH}`,
  `https://my-drive.example${PATH}`,
  `https://a.example/x ${ORIGIN}${PATH}`,
  `${ORIGIN}${PATH} ${ORIGIN}${FOLDER}`,
  `${ORIGIN}/s/short`,
  `${ORIGIN}/faq`,
  '',
])('%j is not taken for a link of ours', (pasted) => {
  expect(shareIn(pasted, ORIGIN)).toBe(null);
});

test('Any text gives addresses of its own signs, and no link to another site', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(fc.string(), fc.constantFrom('https://', ORIGIN, PATH, ' ', '\n', ')', '。', '提取码：', '7391')),
        { maxLength: 12 },
      ),
      (parts) => {
        const text = parts.join('');
        for (const address of addressesIn(text)) expect(address).toBe(address.trim());
        const share = shareIn(text, ORIGIN);
        if (share) expect(new URL(addressOfShare(share), ORIGIN).pathname).toMatch(/^\/s\/[\w-]{26}/);
      },
    ),
  );
});
