/** Asks for the password of an archive, and again after a wrong one. */
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';

export interface PasswordDialogProps {
  name: string;
  /** The last one was wrong. */
  isWrong: boolean;
  onSubmit: (password: string) => void;
  onClose: () => void;
}

export function PasswordDialog({ name, isWrong, onSubmit, onClose }: PasswordDialogProps): ReactNode {
  const { t } = useT();
  const [password, setPassword] = useState('');
  const [isTyped, setTyped] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  useEffect(() => field.current?.focus(), []);
  return (
    <Dialog
      title={t('drive.extract.password_title', { name })}
      onClose={onClose}
      footer={
        <Answers onCancel={onClose} type="submit" form={formId} disabled={password === ''}>
          {t('drive.action.extract')}
        </Answers>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (password === '') return;
          onClose();
          onSubmit(password);
        }}
      >
        <TextField
          ref={field}
          type="password"
          label={t('drive.extract.password')}
          value={password}
          error={isWrong && !isTyped ? t('errors.unzip_password_incorrect') : null}
          autoComplete="off"
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setTyped(true);
          }}
        />
      </form>
    </Dialog>
  );
}
