/** The sentence of a problem with its next step, and the facts of a file that has no preview. */

import { kindOfFile } from '#shared/drive/file-kind.ts';
import { iconKindOf } from '#shared/drive/rows.ts';
import { make, signOf, wordButton } from './element.ts';
import { kindOf, limitBytesOf, typeOf } from './kinds.rules.ts';
import type { Notes } from './notes.ts';
import { PreviewError, problemOf } from './preview-error.ts';
import type { PreviewHost, PreviewItem, Problem } from './preview-types.ts';
import type { Sign } from './signs.ts';

const SIGN_OF: Partial<Record<Problem, Sign>> = { offline: 'offline', closed: 'lock', forbidden: 'lock' };
/** Trying again may help. */
const RETRIED: readonly Problem[] = ['offline', 'failed', 'closed'];
/** There is content to download. */
const DOWNLOADED: readonly Problem[] = ['failed', 'large', 'unreadable', 'codec', 'unlisted', 'crowded'];

export interface ProblemOptions {
  readonly host: PreviewHost;
  readonly item: PreviewItem;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Left out where no link to the file is made. */
  readonly notes?: Pick<Notes, 'answer'>;
}

export function problemSentence({ host, item, error }: Omit<ProblemOptions, 'onRetry' | 'notes'>): string {
  const { t } = host.translator;
  const problem = problemOf(error);
  const labels: Readonly<Record<Problem, string>> = {
    offline: t('preview.problem.offline'),
    failed: t('preview.problem.failed'),
    gone: t('preview.problem.gone'),
    closed: host.userId === '' ? t('preview.problem.closed_share') : t('preview.problem.closed'),
    forbidden: t('preview.problem.forbidden'),
    large: t('preview.problem.large', { size: host.format.bytes(limitBytesOf(kindOf(item))) }),
    unreadable: t('preview.problem.unreadable'),
    codec: t('preview.problem.codec'),
    crowded: t('preview.problem.crowded'),
    unlisted: host.extract ? t('preview.problem.unlisted') : t('preview.problem.unlisted_share'),
  };
  return error instanceof PreviewError && error.sentence !== '' ? error.sentence : labels[problem];
}

export function problemBlock(options: ProblemOptions): HTMLElement {
  const { host, item, error, onRetry, notes } = options;
  const { playerLink } = host;
  const { t } = host.translator;
  const problem = problemOf(error);
  const sentence = problemSentence(options);
  return make(
    'div',
    { class: 'viewer-note', role: 'alert', 'data-problem': problem },
    make('span', { class: 'badge-icon' }, signOf(SIGN_OF[problem] ?? 'warning', 28)),
    make('p', {}, sentence),
    make(
      'div',
      { class: 'viewer-answers' },
      RETRIED.includes(problem) && wordButton(t('preview.retry'), onRetry),
      problem === 'unlisted' &&
        host.extract &&
        wordButton(t('preview.archive.extract'), () => host.extract?.(item), 'primary'),
      DOWNLOADED.includes(problem) &&
        wordButton(
          t('preview.download'),
          () => host.download(item),
          problem === 'unlisted' && host.extract ? 'quiet' : 'primary',
        ),
      problem === 'codec' &&
        notes &&
        playerLink &&
        wordButton(t('preview.player.link'), () => notes.answer(playerLink(item))),
    ),
  );
}

/** Type and size of a file that is not shown. */
export function plainBlock(host: PreviewHost, item: PreviewItem): HTMLElement {
  const { t } = host.translator;
  const kind = iconKindOf({ folder: false, mime: item.mime, category: kindOfFile(item.name, item.mime) });
  return make(
    'div',
    { class: 'viewer-note', 'data-plain': kind },
    make('span', { class: 'badge-icon' }, signOf('file', 28)),
    make('h3', {}, item.name),
    make('p', {}, [typeOf(item), host.format.bytes(item.sizeBytes)].join(' · ')),
    make('p', { class: 'viewer-muted' }, t('preview.none')),
    make(
      'div',
      { class: 'viewer-answers' },
      wordButton(t('preview.download'), () => host.download(item), 'primary'),
    ),
  );
}
