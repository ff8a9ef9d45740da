/** The question before an album is deleted: files stay. */
import type { ReactNode } from 'react';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';

interface AlbumDeletionProps {
  readonly name: string;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
}

export function AlbumDeletion({ name, onSubmit, onClose }: AlbumDeletionProps): ReactNode {
  const { t } = useT();
  return (
    <Dialog
      title={t('drive.albums.delete.title', { album: name })}
      onClose={onClose}
      footer={
        <Answers onCancel={onClose} variant="danger" onClick={onSubmit}>
          {t('drive.albums.delete')}
        </Answers>
      }
    >
      <p>{t('drive.albums.delete.text')}</p>
    </Dialog>
  );
}
