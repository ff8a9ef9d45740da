/** Chooses files and folders of an archive. Folders are read when they open; the password is asked for where names are protected. */
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { ApiError } from '#client/api/errors.ts';
import { Button } from '#client/ui/button.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { isTextEncoding, type TextEncoding } from '#shared/content/encoding/encodings.ts';
import { messageOf } from '#shared/error-message.ts';
import type { ArchiveFolder, ArchiveReading, ArchiveRow, ExtractChoice, ListArchive } from './archive-folder.ts';
import { ALL, type Choice } from './choice.rules.ts';
import { EncodingField } from './encoding-field.tsx';
import { EntryTree } from './entry-tree.tsx';

export interface ChooseDialogProps {
  list: ListArchive;
  /** The choice at first. */
  start: ExtractChoice;
  onDone: (choice: ExtractChoice) => void;
  onClose: () => void;
}

export function ChooseDialog({ list, start, onDone, onClose }: ChooseDialogProps): ReactNode {
  const { t, text } = useT();
  const formId = useId();
  const [password, setPassword] = useState(start.password);
  const [encoding, setEncoding] = useState(start.encoding);
  const [found, setFound] = useState<TextEncoding | null>(null);
  const [typed, setTyped] = useState('');
  const [top, setTop] = useState<ArchiveFolder | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [choice, setChoice] = useState<Choice>(start.paths.length === 0 ? ALL : new Set(start.paths));
  const box = useRef<HTMLDivElement>(null);

  const load = useCallback(
    async (reading: ArchiveReading): Promise<void> => {
      setError(null);
      setTop(null);
      try {
        const listed = await list('', reading);
        if (listed.status === 'OK') setPassword(reading.password);
        setFound(isTextEncoding(listed.encoding) ? listed.encoding : null);
        setTop(listed);
      } catch (failure) {
        setError(failure);
      }
    },
    [list],
  );
  useEffect(() => void load({ password: start.password, encoding: start.encoding }), [load, start]);
  // The dialog opened before there was a box or a field to start in.
  useEffect(() => {
    if (top && !box.current?.contains(document.activeElement)) box.current?.querySelector('input')?.focus();
  }, [top]);

  const isLocked = top !== null && top.status !== 'OK';
  const isUnlisted = error instanceof ApiError && error.errorName === 'archive_not_listed';
  const isReady = isUnlisted || (top?.status === 'OK' && top.rows.length > 0 && choice.size > 0);
  const done = (): void => {
    const paths = isUnlisted || choice.has('') ? [] : [...choice];
    onDone({ paths, password, encoding });
  };
  return (
    <Dialog
      title={t('drive.extract.choose_title')}
      onClose={onClose}
      footer={
        isLocked ? (
          <Answers onCancel={onClose} type="submit" form={formId} disabled={typed === ''}>
            {t('drive.action.open')}
          </Answers>
        ) : (
          <Answers onCancel={onClose} disabled={!isReady} onClick={() => isReady && done()}>
            {t('drive.extract.chosen')}
          </Answers>
        )
      }
    >
      <div ref={box} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {isLocked ? (
          <form
            id={formId}
            onSubmit={(event) => {
              event.preventDefault();
              if (typed !== '') void load({ password: typed, encoding });
            }}
          >
            <TextField
              type="password"
              label={t('drive.extract.password')}
              value={typed}
              error={top.status === 'PASS_WORD_ERROR' ? t('errors.unzip_password_incorrect') : null}
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </form>
        ) : (
          <Content
            // Names of another encoding are another tree.
            key={encoding}
            top={top}
            error={error}
            isUnlisted={isUnlisted}
            choice={choice}
            onChoose={setChoice}
            list={(path) => list(path, { password, encoding })}
          />
        )}
        {found ? (
          <EncodingField
            chosen={encoding}
            found={found}
            onChoose={(next) => {
              setEncoding(next);
              setChoice(ALL);
              void load({ password, encoding: next });
            }}
          />
        ) : null}
        {error !== null && !isUnlisted ? (
          <>
            <p role="alert" className="text-sm text-danger">
              {messageOf(error, text)}
            </p>
            <div>
              <Button onClick={() => void load({ password, encoding })}>{t('ui.retry')}</Button>
            </div>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

interface ContentProps {
  top: ArchiveFolder | null;
  error: unknown;
  isUnlisted: boolean;
  choice: Choice;
  onChoose: (choice: Choice) => void;
  list: (path: string) => Promise<ArchiveFolder>;
}

function Content({ top, error, isUnlisted, choice, onChoose, list }: ContentProps): ReactNode {
  const { t } = useT();
  if (isUnlisted) return <p>{t('drive.extract.unlisted')}</p>;
  if (error !== null) return null;
  if (top === null)
    return (
      <p className="text-muted" role="status">
        {t('drive.extract.loading')}
      </p>
    );
  const rows: readonly ArchiveRow[] = top.rows;
  if (rows.length === 0) return <p className="text-muted">{t('drive.extract.empty')}</p>;
  return <EntryTree rows={rows} choice={choice} onChoose={onChoose} list={list} />;
}
