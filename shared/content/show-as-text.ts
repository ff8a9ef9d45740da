/**
 * A content link that shows its bytes as plain text, whatever they are: for pages without script. A browser runs nothing of plain text,
 * and the policy of the answer is that of every content.
 */

/** Added to the query of a content link. */
export const SHOW_QUERY = 'show=text';

/** @param show  value of the parameter `show`; undefined without one */
export function isShownAsText(show: string | undefined): boolean {
  return show === 'text';
}
