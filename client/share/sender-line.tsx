/**
 * Line of the link dialog with the sender name that recipients see, and a field to change it. A person who has not decided is asked:
 * the line proposes a name, and making a link settles it.
 */
import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { PUBLIC_NAME_MAX_CHARS } from '#shared/auth/rules.ts';
import type { Sender } from '#shared/share/contract.ts';
import { isProposing, type SenderName, startOf } from './sender-name.ts';

export interface SenderLineProps {
  name: SenderName;
  /** The next press makes a link. Else the links of a person who has not decided are masked, and the line says so. */
  isMaking?: boolean;
}

export function SenderLine({ name, isMaking = false }: SenderLineProps): ReactNode {
  const { t } = useT();
  const { sender, loadProblem, draft, isSaved } = name;
  const change = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = draft !== null;
  useEffect(() => {
    // The pressed button is gone, with the form or with the question.
    if ((wasOpen.current && !isOpen) || isSaved) change.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, isSaved]);

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
  const isSettled = isMaking && isProposing(sender);
  const isAsking = !isMaking && isProposing(sender);
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <p className="min-w-0 wrap-anywhere">
        {t('drive.sender.shown', { name: isSettled ? sender.suggested : sender.nickname })}
      </p>
      <div className="flex max-w-full flex-wrap items-center gap-1">
        {isAsking ? <UseSuggested name={name} sender={sender} /> : null}
        <Button
          ref={change}
          variant="plain"
          size="sm"
          className={isAsking ? undefined : '-ms-3'}
          aria-label={`${t('drive.sender.change')}: ${t('drive.sender.label')}`}
          onClick={() => name.edit(startOf(sender))}
        >
          {t('drive.sender.change')}
        </Button>
        {isAsking ? (
          <Button variant="plain" size="sm" onClick={() => void name.save('')}>
            {t('drive.sender.stay')}
          </Button>
        ) : null}
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
        maxLength={PUBLIC_NAME_MAX_CHARS}
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
