/** Links that collect files, below the links that show some; each leads to the page of its folder. */
import type { ReactNode } from 'react';
import { COLLECT_STATE_LABELS } from '#client/collect/state-labels.ts';
import { useT } from '#client/ui/i18n.tsx';
import type { CollectLine } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';

export function CollectLinks({ links }: { links: readonly CollectLine[] }): ReactNode {
  const { t, tn } = useT();
  return (
    <section className="grid gap-3">
      <h2 className="text-lg">{t('drive.collect.title')}</h2>
      <ul className="card" aria-label={t('drive.collect.title')}>
        {links.map(({ id, folderId, folderName, title, state, files }) => (
          <li key={id} className="grid gap-1 border-t border-line p-3 first:border-t-0 sm:px-4">
            <p className="font-semibold break-words">
              {state === 'gone' ? (
                folderName
              ) : (
                <a className="link" href={href('drive.collect', { folderId })}>
                  {folderName}
                </a>
              )}
            </p>
            <p className="text-sm text-muted break-words">
              {[title, t(COLLECT_STATE_LABELS[state]), tn('drive.collect.files', files)].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
