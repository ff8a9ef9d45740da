/** Finds words that a language does not use for our nouns, and marks of another script. Used by scripts/locales/main.ts. */
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { type PageTextTree, SYNONYMS } from './page-texts.ts';
import type { LocaleTree } from './tree.ts';

/** Wrong word of a language, and the right one. docs/texts.md has the words of every language. */
type Retired = Readonly<Partial<Record<Locale, readonly (readonly [wrong: RegExp, instead: string])[]>>>;

const CHINESE_MARKS = [/\p{Script=Han}[:,;?!(]|\)\p{Script=Han}/gu, 'full-width marks'] as const;

export const RETIRED: Retired = {
  'en-US': [
    [/\bpremium\b/g, 'Premium, the name of the plan'],
    [/\w'\w/g, 'the apostrophe ’'],
    [/[Cc]ancelled/g, 'canceled'],
  ],
  es: [
    [/\bpremium\b/g, 'Premium, the name of the plan'],
    [/administrador(es)?(?! de contraseñas)/gi, 'operador'],
    [/\bdueñ[oa]/gi, 'propietario'],
    [/\busted(es)?\b/gi, 'the form of tú'],
  ],
  id: [
    [/\bpremium\b/g, 'Premium, the name of the plan'],
    [/\boperator\b/gi, 'pengelola'],
    [/\btrafik\b/gi, 'lalu lintas'],
    [/\b(luring|galat|peladen|kamu)\b/gi, 'offline, kesalahan, server, Anda'],
  ],
  ja: [
    [/サインイン/g, 'ログイン'],
    [/端末/g, 'デバイス'],
    [/転送量/g, '通信量'],
    [/規則/g, '規約'],
    [/人による操作/g, 'ロボットでないことの確認'],
    [/持ち主/g, '所有者'],
    [/(?<!パスワード)管理者/g, '運営者'],
    [/(ブラウザ|フォルダ|サーバ|ビューア)(?!ー)/g, 'the long form: ブラウザー'],
    [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][:;?!(]/gu, 'full-width marks'],
  ],
  ko: [
    [/저장 ?용량/g, '저장 공간'],
    [/액세스/g, '접근'],
    [/(?<!비밀번호 )관리자/g, '운영자'],
    [/당신|회원님/g, 'a sentence without a pronoun'],
    [/링크를 (끄|끌|껐|꺼|켜|켰)/g, '사용 중지, 사용 재개'],
    [/리워드/g, '보상'],
  ],
  ms: [
    [/\bpremium\b/g, 'Premium, the name of the plan'],
    [/\boperator\b/gi, 'pengendali'],
    [/\bdrive\b/g, 'pemacu'],
    [/nyahaktif/gi, 'matikan'],
    [/\bzon masa\b/gi, 'zon waktu'],
  ],
  pt: [
    [/\bpremium\b/g, 'Premium, the name of the plan'],
    [/administrador(es)?\b/gi, 'operador'],
    [/\bdonos?\b/gi, 'proprietário'],
    [/\b(ficheiros?|utilizador(es)?|palavra-passe)\b/gi, 'the word of Brazil'],
  ],
  ru: [
    [/администратор/giu, 'оператор'],
    [/(?<=[\p{L},] )Премиум/gu, 'премиум, small inside a sentence'],
  ],
  uk: [
    [/(?<!\p{L})тек(а|и|у|ою|ами)(?!\p{L})/giu, 'папка'],
    [/акаунт/giu, 'обліковий запис'],
    [/скачува/giu, 'завантажувати'],
    [/адміністратор/giu, 'оператор'],
    [/(?<=[\p{L},] )Преміум/gu, 'преміум, small inside a sentence'],
  ],
  'zh-CN': [
    [/云盘/g, '网盘'],
    [/帐号/g, '账号'],
    [/转存/g, '保存'],
    [/运营人员|(?<!密码)管理员/g, '运营者'],
    [/访客/g, '访问者'],
    [/客服|支持人员/g, '运营者'],
    [/点按/g, '点击'],
    [/重新加载/g, '刷新'],
    [/你(?!们)/g, '您'],
    CHINESE_MARKS,
  ],
  'zh-TW': [
    [/營運人員|(?<!密碼)管理員/g, '營運者'],
    [/帳戶/g, '帳號'],
    [/(?<!Premium |付費)會員(?!協議)/g, 'Premium, the name of the plan'],
    [/(?<!電子郵件|收件)地址/g, '電子郵件地址, 網址, 位址'],
    [/釋放/g, '釋出'],
    [/安全設定/g, '安全性設定'],
    [/占用/g, '佔用'],
    [/你(?!們)/g, '您'],
    CHINESE_MARKS,
  ],
};

/** The words that a reader sees: neither targets of links and anchors, nor what is filled in. */
const HIDDEN = /\]\([^)]*\)|\{\{[^}]*\}\}|\{#[^}]*\}/g;

/** Everything wrong, one line each; empty when all is well. */
export function checkTerms(
  tree: LocaleTree,
  pages: PageTextTree,
  retired: Retired = RETIRED,
  locales: readonly Locale[] = LOCALES,
): string[] {
  const problems: string[] = [];
  for (const locale of locales) {
    const judge = (where: string, text: unknown): void => {
      if (typeof text !== 'string') return;
      for (const [wrong, instead] of retired[locale] ?? [])
        for (const [found] of text.replace(HIDDEN, ' ').matchAll(wrong))
          problems.push(`${where}: “${found}”, here we write ${instead} (docs/texts.md, scripts/locales/terms.ts)`);
    };
    for (const [feature, texts] of Object.entries(tree[locale] ?? {}))
      for (const [key, text] of Object.entries(texts))
        if (!key.startsWith('@')) judge(`${locale}/${feature}.json: ${key}`, text);
    for (const [name, text] of Object.entries(pages[locale] ?? {}))
      if (name !== SYNONYMS) judge(`${locale}/pages/${name}.md`, text);
  }
  return problems;
}
