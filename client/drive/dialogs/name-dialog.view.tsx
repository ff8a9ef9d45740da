/** Dialog for the name of a new folder, or a new name. Validates the name before it is sent. */
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { splitExtension, validateName } from '#shared/drive/names.ts';
import { messageOf } from '#shared/error-message.ts';
import { nameProblemLabel } from '../toolbar/labels.ts';

export interface NameDialogProps {
  title: string;
  label: string;
  submit: string;
  /** First value of the field; selected except for a file's extension. */
  start: string;
  isFile: boolean;
  /** Closes without a call when the name is unchanged. */
  mayStay: boolean;
  onSubmit: (name: string) => Promise<void>;
  onClose: () => void;
}

export function NameDialog({
  title,
  label,
  submit,
  start,
  isFile,
  mayStay,
  onSubmit,
  onClose,
}: NameDialogProps): ReactNode {
  const { t, text } = useT();
  const [name, setName] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();

  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, isFile ? splitExtension(start).base.length : start.length);
  }, [isFile, start]);

  async function send(): Promise<void> {
    const wanted = name.trim();
    if (isBusy) return;
    if (wanted === start && mayStay) return onClose();
    const validation = validateName(wanted);
    if (!validation.ok) return setProblem(nameProblemLabel(validation.reason, wanted, { t }));
    setBusy(true);
    try {
      await onSubmit(wanted);
      onClose();
    } catch (error) {
      setProblem(messageOf(error, text));
      setBusy(false);
      field.current?.focus();
    }
  }

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
        <TextField
          ref={field}
          label={label}
          value={name}
          error={problem}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
      </form>
    </Dialog>
  );
}
