/** Finds translations that repeat the English text. Used by scripts/locales/main.ts. */
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';

/** Language to feature to key to text. */
type Texts = Readonly<Partial<Record<Locale, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>>;

/** Full key to the languages in which the English text is also the right translation; `all`: a name, the same everywhere. */
export type SameTexts = Readonly<Record<string, 'all' | readonly Locale[]>>;

export const SAME_TEXTS: SameTexts = {
  'activity.black_friday.title': ['es', 'id', 'ms', 'pt'],
  'ui.phone.links': ['pt'],
  'site.apps.downloads.title': ['pt'],
  'site.apps.home_screen.android': 'all',
  'site.apps.target.google_play': 'all',
  'site.apps.target.windows': 'all',
  'site.apps.verify.mac': ['es', 'id', 'ms', 'pt'],
  'site.apps.verify.windows': ['es', 'id', 'ms', 'pt', 'ru', 'uk'],
  'mail.choices.by_mail': ['id'],
  'site.blog.title': ['es', 'id', 'ms', 'pt'],
  'drive.filter.audio': ['es', 'id', 'ms'],
  'drive.conflict.limit.close': ['id', 'ja', 'ms', 'pt', 'uk'],
  'drive.kind.audio': ['es', 'id', 'ms'],
  'drive.kind.rest': ['id'],
  'drive.kind.video': ['id', 'ms'],
  'drive.details.folder': ['id', 'ms'],
  'drive.details.hash': ['id', 'ms'],
  'auth.account.picture.crop.zoom': ['es', 'pt'],
  'preview.less.slides.one': ['pt'],
  'preview.less.slides.other': ['pt'],
  'drive.collect.address': ['pt'],
  'drive.link.address': ['pt'],
  'site.transparency.total': ['es', 'pt'],
  'drive.page.end.one': ['pt'],
  'drive.problem.code': ['es'],
  'drive.tasks.links': ['pt'],
  'drive.tasks.state': ['id', 'ms', 'pt'],
  'preview.edit': ['id', 'ms'],
  'preview.fact.hash': ['id', 'ms'],
  'programs.list.folder': ['id', 'ms'],
  'share.my_links.state': ['id', 'ms', 'pt'],
  'share.stats.downloads': ['pt'],
  'drive.tasks.type.offline': ['pt'],
  'drive.transfer.speed': ['es', 'ms', 'pt'],
  'drive.view.grid': ['ms'],
  'site.self_test.cookies.name': ['es', 'pt'],
  'site.self_test.wasm.name': 'all',
  'drive.storage.kind.audio': ['es', 'id', 'ms'],
  'drive.download.ended': ['pt'],
  'membership.product.premium': ['es', 'id', 'ms', 'pt'],
  'ui.person.premium': ['es', 'id', 'ms', 'pt'],
  'ui.sidebar.label': ['id', 'pt'],
};

/** True for a text with letters of its own; `{{done}} / {{size}}` has none. */
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.replace(/\{\{.*?\}\}/g, ''));
}

/**
 * Refuses a translation identical to the English text unless the list allows it, and a list entry that no language needs.
 * @returns one line for each problem; empty when all is well
 */
export function checkSameTexts(
  tree: Texts,
  allowed: SameTexts = SAME_TEXTS,
  locales: readonly Locale[] = LOCALES,
): string[] {
  const problems: string[] = [];
  const used = new Set<string>();
  for (const [feature, texts] of Object.entries(tree[DEFAULT_LOCALE] ?? {})) {
    for (const [key, text] of Object.entries(texts)) {
      if (key.startsWith('@') || typeof text !== 'string' || !hasWords(text)) continue;
      const fullKey = `${feature}.${key}`;
      for (const locale of locales.filter((tag) => tag !== DEFAULT_LOCALE && tree[tag]?.[feature]?.[key] === text)) {
        const entry = allowed[fullKey] ?? [];
        if (entry === 'all' || entry.includes(locale)) used.add(`${fullKey} ${entry === 'all' ? 'all' : locale}`);
        else
          problems.push(
            `${locale}/${feature}.json: ${key} is the English text: translate it, or list it in scripts/locales/same-texts.ts`,
          );
      }
    }
  }
  for (const [fullKey, entry] of Object.entries(allowed)) {
    for (const tag of entry === 'all' ? ['all'] : entry)
      if (!used.has(`${fullKey} ${tag}`))
        problems.push(`scripts/locales/same-texts.ts: ${fullKey} is not the English text in ${tag}`);
  }
  return problems;
}
