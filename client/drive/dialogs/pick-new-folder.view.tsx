/** Name field of a new folder in the tree. Enter creates it, Escape cancels. */
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { validateName } from '#shared/drive/names.ts';
import { messageOf } from '#shared/error-message.ts';
import { nameProblemLabel } from '../toolbar/labels.ts';

export interface NewFolderProps {
  /** Ends once the tree shows it. @throws ApiError */
  onMake: (name: string) => Promise<void>;
  onClose: () => void;
}

export function NewFolder({ onMake, onClose }: NewFolderProps): ReactNode {
  const { t, text } = useT();
  const [name, setName] = useState(() => t('drive.folder.default'));
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const problemId = useId();

  useEffect(() => {
    field.current?.select();
    field.current?.scrollIntoView({ block: 'nearest' });
  }, []);

  async function send(): Promise<void> {
    const wanted = name.trim();
    if (isBusy) return;
    const validation = validateName(wanted);
    if (!validation.ok) return setProblem(nameProblemLabel(validation.reason, wanted, { t }));
    setBusy(true);
    try {
      await onMake(wanted);
    } catch (error) {
      setProblem(messageOf(error, text));
      setBusy(false);
      field.current?.focus();
    }
  }

  return (
    <form
      noValidate
      className="grid gap-1 py-1"
      aria-busy={isBusy || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Cancels the name alone: the dialog stays open.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="flex items-center">
        <input
          ref={field}
          className="input min-w-0 flex-1"
          aria-label={t('drive.folder.name')}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : problemId}
          value={name}
          readOnly={isBusy}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="done"
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem('');
          }}
        />
        <IconButton type="submit" label={t('drive.folder.create')} icon={<Check size={20} aria-hidden="true" />} />
        <IconButton label={t('drive.cancel')} icon={<X size={20} aria-hidden="true" />} onClick={onClose} />
      </div>
      {problem === '' ? null : (
        <p id={problemId} role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
