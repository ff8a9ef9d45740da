/** Takes a gift code in the drive. Without script the box on the page of plans does the same. */
import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { messageOf } from '#shared/error-message.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import type { CodeKind } from '#shared/intake/shapes.ts';
import { membershipContract } from '#shared/membership/contract.ts';
import { href } from '#shared/routes.ts';
import type { DriveContext } from '../drive.context.ts';

type Step = 'typing' | 'sending' | 'done';

export function RedeemDialog({ drive, onClose }: { drive: DriveContext; onClose: () => void }): ReactNode {
  const { t, text } = useT();
  const [step, setStep] = useState<Step>('typing');
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const formId = useId();
  const redeem = async () => {
    setStep('sending');
    try {
      await drive.api.call(membershipContract.activate, { body: { activation_code: code } });
      setStep('done');
      void drive.actions.change.refreshAll();
    } catch (failure) {
      setError(messageOf(failure, text));
      setStep('typing');
      field.current?.focus();
    }
  };
  if (step === 'done')
    return (
      <Dialog
        title={t('membership.redeem.title')}
        onClose={onClose}
        footer={
          <>
            <Button href={`${href('payment.orders')}#ledger`}>{t('membership.ledger.title')}</Button>
            <Button variant="primary" onClick={onClose}>
              {t('ui.close')}
            </Button>
          </>
        }
      >
        <Notice tone="ok">{t('membership.redeem.done')}</Notice>
      </Dialog>
    );
  return (
    <Dialog
      title={t('membership.redeem.title')}
      onClose={onClose}
      footer={
        <Answers onCancel={onClose} type="submit" form={formId} disabled={code.trim() === '' || step === 'sending'}>
          {t('membership.redeem.button')}
        </Answers>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '' && step === 'typing') void redeem();
        }}
      >
        <TextField
          ref={field}
          label={t('membership.redeem.code')}
          value={code}
          maxLength={MAX_PASTED_CHARS}
          data-code={'gift' satisfies CodeKind}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={error === '' ? null : error}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setError('');
          }}
        />
      </form>
    </Dialog>
  );
}
