/** Light or dark theme. The choice is a cookie, because the server renders `data-theme`, which avoids a flash. */

/** Read by the server; the value is `light` or `dark`. */
const THEME_COOKIE = 'pp_theme';
/** 365 days, as for the language. */
const THEME_COOKIE_SECONDS = 31_536_000;

export function switchTheme(root: HTMLElement): void {
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = isDark ? 'light' : 'dark';
  root.dataset.theme = theme;
  // Pictures of the drive, which the server wrote for the theme before (client/site/drive-picture.view.tsx).
  for (const source of root.querySelectorAll<HTMLSourceElement>('source[data-dark]'))
    source.media = isDark ? 'not all' : (source.dataset.dark ?? '');
  const secure = location.protocol === 'https:' ? '; secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and one line is enough
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${THEME_COOKIE_SECONDS}; samesite=lax${secure}`;
}
