/** Whether the settings of a link are saved, in the footer of a dialog: they are far below, and the footer is always in sight. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';

interface SavingLineProps {
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  /** A whole sentence; '' for no problem. */
  readonly problem: string;
}

export function SavingLine({ isSaving, isSaved, problem }: SavingLineProps): ReactNode {
  const { t } = useT();
  return (
    <div className="me-auto min-w-0 flex-1 self-center text-sm">
      <p role="status" className="text-muted">
        {isSaving ? t('drive.link.saving') : isSaved && problem === '' ? t('drive.link.saved') : ''}
      </p>
      {problem === '' ? null : (
        <p role="alert" className="text-danger wrap-anywhere">
          {problem}
        </p>
      )}
    </div>
  );
}
