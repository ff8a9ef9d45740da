/**
 * Lines of page texts that only some installations show. A line that ends with `{offers}` is for those with plans and rewards, one
 * with `{company}` for the others. In a heading the mark stands before its anchor.
 */

const MARK = / \{(offers|company)\}(?=$| \{#)/;

/** @param hasOffers  which of the marked lines are shown */
export function withOffers(source: string, hasOffers: boolean): string {
  return source
    .split('\n')
    .flatMap((line) => {
      const mark = MARK.exec(line)?.[1];
      if (mark === undefined) return [line];
      return (mark === 'offers') === hasOffers ? [line.replace(MARK, '')] : [];
    })
    .join('\n');
}
