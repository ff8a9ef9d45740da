/** Line of the link dialog with the sender name that recipients see, and a field to change it. */
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { NAME_MAX_CHARS } from '#shared/auth/rules.ts';
import type { Sender } from '#shared/share/contract.ts';
import { type SenderName, startOf } from './sender-name.ts';

export function SenderLine({ name }: { name: SenderName }): ReactNode {
  const { t } = useT();
  const { sender, loadProblem, draft, isSaved } = name;
  const change = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = draft !== null;
  useEffect(() => {
    if (wasOpen.current && !isOpen) change.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (sender === null) {
    return (
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <p role="status" className="min-w-0">
          {loadProblem ?? t('drive.sender.loading')}
        </p>
        {loadProblem === null ? null : (
          <Button variant="plain" size="sm" onClick={name.load}>
            {t('drive.sender.again')}
          </Button>
        )}
      </div>
    );
  }
  if (isOpen) return <SenderForm name={name} draft={draft} />;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <p className="min-w-0 wrap-anywhere">{t('drive.sender.shown', { name: sender.nickname })}</p>
      <div className="flex max-w-full flex-wrap items-center gap-1">
        {sender.suggested === '' ? null : <UseSuggested name={name} sender={sender} />}
        <Button
          ref={change}
          variant="plain"
          size="sm"
          className={sender.suggested === '' ? '-ms-3' : undefined}
          aria-label={`${t('drive.sender.change')}: ${t('drive.sender.label')}`}
          onClick={() => name.edit(startOf(sender))}
        >
          {t('drive.sender.change')}
        </Button>
      </div>
      <p role="status" className="text-ok">
        {isSaved ? t('drive.sender.saved') : ''}
      </p>
    </div>
  );
}

/** Uses the name of the profile. */
function UseSuggested({ name, sender }: { name: SenderName; sender: Sender }): ReactNode {
  const { t } = useT();
  return (
    <Button
      size="sm"
      className="max-w-full wrap-anywhere"
      busy={name.isBusy}
      onClick={() => void name.save(sender.suggested)}
    >
      {t('drive.sender.use', { name: sender.suggested })}
    </Button>
  );
}

function SenderForm({ name, draft }: { name: SenderName; draft: string }): ReactNode {
  const { t } = useT();
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void name.save(draft);
      }}
    >
      <TextField
        label={t('drive.sender.label')}
        hint={t('drive.sender.hint')}
        error={name.problem}
        value={draft}
        maxLength={NAME_MAX_CHARS}
        autoComplete="name"
        autoFocus
        onChange={(event) => name.edit(event.currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={name.isBusy}>
          {t('drive.sender.save')}
        </Button>
        <Button variant="plain" size="sm" onClick={() => name.edit(null)}>
          {t('drive.cancel')}
        </Button>
      </div>
    </form>
  );
}
