/** Chooses the files of a torrent whose task waits for it. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { TorrentFile } from '#shared/drive/torrent/file-tree.ts';
import { messageOf } from '#shared/error-message.ts';
import { FileChoice } from './file-choice.tsx';
import type { TasksApi } from './tasks.api.ts';

interface ChooseDialogProps {
  api: TasksApi;
  taskId: string;
  /** @param isChosen  false: given up */
  onClose: (isChosen: boolean) => void;
}

export function ChooseDialog({ api, taskId, onClose }: ChooseDialogProps): ReactNode {
  const { t, text } = useT();
  const [files, setFiles] = useState<readonly TorrentFile[] | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);

  // The list is read once for each task, and again when the user asks for it.
  const load = useCallback(async () => {
    setError('');
    try {
      const found = await api.files(taskId);
      setFiles(found);
      setChosen(new Set(found.map(({ index }) => index)));
    } catch (failure) {
      setError(messageOf(failure, text));
    }
  }, [api, taskId, text]);
  useEffect(() => void load(), [load]);

  async function start(): Promise<void> {
    setBusy(true);
    try {
      await api.choose(taskId, [...chosen]);
      onClose(true);
    } catch (failure) {
      setError(messageOf(failure, text));
    }
    setBusy(false);
  }

  return (
    <Dialog
      title={t('drive.tasks.files.choose')}
      onClose={() => onClose(false)}
      footer={
        <Button
          variant="primary"
          busy={isBusy}
          disabled={chosen.size === 0}
          onClick={() => !isBusy && chosen.size > 0 && void start()}
        >
          {t('drive.tasks.files.start')}
        </Button>
      }
    >
      <div className="grid gap-3">
        {files ? (
          <FileChoice files={files} chosen={chosen} onChoose={setChosen} />
        ) : error === '' ? (
          <p className="text-muted" role="status">
            {t('drive.tasks.files.loading')}
          </p>
        ) : null}
        {error === '' ? null : (
          <p role="alert" className="text-sm text-danger">
            {error}
          </p>
        )}
        {files === null && error !== '' ? (
          <div>
            <Button onClick={() => void load()}>{t('ui.retry')}</Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
