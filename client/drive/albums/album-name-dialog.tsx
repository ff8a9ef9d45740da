/** Dialog for the name of an album. */
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { ALBUM_NAME_CHARS } from '#shared/drive/albums/album-terms.ts';
import { messageOf } from '#shared/error-message.ts';

export interface AlbumNameProps {
  readonly title: string;
  readonly submit: string;
  /** The name it has; '' for a new one. */
  readonly start: string;
  readonly onSubmit: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** A name that is being typed, and the call that takes it. */
export function useAlbumName({ start, onSubmit }: Pick<AlbumNameProps, 'start' | 'onSubmit'>) {
  const { t, text } = useT();
  const [name, setName] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function send(): Promise<void> {
    const wanted = name.trim();
    if (isBusy) return;
    if (wanted === '') return setProblem(t('errors.file_name_empty'));
    setBusy(true);
    try {
      await onSubmit(wanted);
    } catch (error) {
      setProblem(messageOf(error, text));
      setBusy(false);
    }
  }
  const field = {
    label: t('drive.albums.name'),
    value: name,
    error: problem,
    maxLength: ALBUM_NAME_CHARS,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => {
      setName(event.currentTarget.value);
      setProblem(null);
    },
  };
  return { field, isBusy, send };
}

export function AlbumNameDialog({ title, submit, start, onSubmit, onClose }: AlbumNameProps): ReactNode {
  const { field, isBusy, send } = useAlbumName({ start, onSubmit });
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Answers onCancel={onClose} type="submit" form={formId} busy={isBusy}>
          {submit}
        </Answers>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextField {...field} />
      </form>
    </Dialog>
  );
}
