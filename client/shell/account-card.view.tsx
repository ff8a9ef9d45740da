/** The sheet that the pages around an account share: mark, heading, what happened, the form, other ways. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card, Notice, type NoticeTone } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Mark } from '#client/ui/logo.tsx';

export interface AccountCardProps {
  title: string;
  lead?: ReactNode;
  /** Notice of the last action. */
  notice?: ReactNode;
  noticeTone?: NoticeTone;
  /** A whole sentence that belongs to no field. */
  error?: string | null;
  /** In a dialog of another page: no sheet of its own, and a way to close. */
  dialog?: boolean;
  children?: ReactNode;
  /** Links to the other pages, under a line. */
  other?: ReactNode;
  /** Below the sheet. */
  below?: ReactNode;
}

/** The id that the login dialog is named by. */
const TITLE_ID = 'account-title';

export function AccountCard(props: AccountCardProps): ReactNode {
  const { title, lead, notice, noticeTone, error, dialog, children, other, below } = props;
  const inside = (
    <>
      <div className="iridescent absolute inset-x-0 top-0 h-1" />
      {dialog ? <CloseDialog /> : null}
      <Mark size={dialog ? 40 : 52} />
      <h1 id={TITLE_ID} className="mt-4 text-2xl">
        {title}
      </h1>
      {lead ? <p className="mt-2 text-muted">{lead}</p> : null}
      {notice ? (
        <Notice className="mt-5" {...(noticeTone ? { tone: noticeTone } : {})}>
          {notice}
        </Notice>
      ) : null}
      {error ? (
        <Notice tone="danger" className="mt-5">
          {error}
        </Notice>
      ) : null}
      {children}
      {other ? (
        <div className="mt-6 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5 text-sm">{other}</div>
      ) : null}
    </>
  );
  if (dialog)
    return (
      <div className="relative p-6 sm:p-8" data-auth>
        {inside}
      </div>
    );
  return (
    <div className="mx-auto mb-auto w-full max-w-md px-4 py-8 sm:mt-[8svh]" data-auth>
      <Card className="relative overflow-hidden p-6 shadow-md sm:p-9">{inside}</Card>
      {below}
    </div>
  );
}

/** Closes its dialog; shows an error when the page could not be loaded. */
function CloseDialog(): ReactNode {
  const { t, text } = useT();
  return (
    <>
      <form method="dialog" className="absolute end-3 top-4">
        <button type="submit" className="btn btn-icon" aria-label={t('ui.close')} title={t('ui.close')}>
          <X size={20} aria-hidden="true" />
        </button>
      </form>
      <div hidden data-auth-failed>
        <Notice tone="danger" className="mb-5">
          {text('errors.unreachable')}
        </Notice>
      </div>
    </>
  );
}
