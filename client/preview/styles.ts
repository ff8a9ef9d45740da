/** The viewer's styles come with its script: the pages load none of them before it opens. */
import text from './viewer.css?inline';

let sheet: CSSStyleSheet | null = null;

/** A sheet made by script needs no style element, which the content policy would refuse. */
export function loadStyles(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
