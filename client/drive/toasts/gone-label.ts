/** The sentence about files that no longer exist. Pure. */

import { factsOf } from '#client/api/error-facts.ts';
import type { ApiError } from '#client/api/errors.ts';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { Translator } from '#shared/locale/translator.ts';

/**
 * Names the files that no longer exist.
 * @param rows  the rows of the change
 * @param shown  the rows of the list, refreshed after the error
 * @returns null where none of the rows is missing
 */
export function goneText(
  error: ApiError,
  rows: readonly DriveRow[],
  shown: readonly DriveRow[],
  translator: Translator,
): string | null {
  const { t, tn } = translator;
  if (factsOf(error)['field'] === 'parent_id') return t('drive.conflict.gone.place');
  const there = new Set(shown.map(({ id }) => id));
  const gone = rows.filter(({ id }) => !there.has(id));
  const [first] = gone;
  if (!first) return null;
  return gone.length === 1
    ? t('drive.conflict.gone.single', { name: shownName(first, translator) })
    : tn('drive.conflict.gone.many', gone.length, { name: shownName(first, translator) });
}
