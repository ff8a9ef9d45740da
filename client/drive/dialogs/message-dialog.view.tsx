/** Small dialogs: details of an error, and confirmation of a deletion. */
import type { ReactNode } from 'react';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { ProblemFacts } from '../browser-model.ts';
import { Facts } from './fact-list.view.tsx';

export function ProblemDialog({ facts, onClose }: { facts: ProblemFacts; onClose: () => void }): ReactNode {
  const { t } = useT();
  return (
    <Dialog title={t('drive.problem.title')} onClose={onClose}>
      <p className="mb-5">{facts.sentence}</p>
      <Facts
        facts={[
          [t('drive.problem.code'), `${facts.name} (${facts.code})`],
          [t('drive.problem.call'), facts.call],
        ]}
      />
    </Dialog>
  );
}

export interface ConfirmDialogProps {
  title: string;
  text: string;
  submit: string;
  onSubmit: () => void;
  onClose: () => void;
}

export function ConfirmDialog({ title, text, submit, onSubmit, onClose }: ConfirmDialogProps): ReactNode {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Answers
          onCancel={onClose}
          variant="danger"
          onClick={() => {
            onClose();
            onSubmit();
          }}
        >
          {submit}
        </Answers>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
