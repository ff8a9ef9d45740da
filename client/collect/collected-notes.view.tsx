/** A line above the files for each link by which files came in lately. Rendered on the server; closed without script. */
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { CloseNote } from '#client/shell/notice-line.view.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export interface CollectedNoteProps {
  /** Names the note, for closing: one for the newest file. */
  readonly id: string;
  readonly folderId: string;
  /** Of the link; '' for a general one. */
  readonly title: string;
}

export function CollectedNotes({ notes }: { notes: readonly CollectedNoteProps[] }): ReactNode {
  const { t } = useT();
  return notes.map(({ id, folderId, title }) => (
    <aside key={id} aria-label={t('drive.collect.received.title')} className="notice relative mb-5 py-1 pe-12">
      <Inbox size={20} className="mt-2.5 max-sm:hidden" aria-hidden="true" />
      <p className="min-w-0 flex-1 py-2 break-words">
        {t('drive.collect.received.note', { title: title || t('drive.collect.visit.title') })}{' '}
        <a className="link" href={href('drive.collect', { folderId })}>
          {t('drive.collect.received.show')}
        </a>
      </p>
      <CloseNote id={id} of={title || t('drive.collect.received.title')} className="absolute top-1 end-1" />
    </aside>
  ));
}
