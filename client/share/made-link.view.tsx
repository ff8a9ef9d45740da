/** A new link: its address, its passcode, and a text to send. */
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { CopyButton } from './copy-button.view.tsx';
import { QrButton, SendButton } from './my-links/link-tools.tsx';

interface MadeLinkProps {
  link: { readonly url: string; readonly passCode: string; readonly text: string };
}

export function MadeLinkView({ link }: MadeLinkProps): ReactNode {
  const { t } = useT();
  const [isRefused, setRefused] = useState(false);
  const refused = () => setRefused(true);
  return (
    <div className="grid gap-5">
      <Notice tone="ok">{t('drive.link.ready')}</Notice>
      {isRefused ? <Notice tone="warn">{t('drive.link.copy_failed')}</Notice> : null}
      <Line
        label={t('drive.link.address')}
        text={link.url}
        copyLabel={t('drive.link.copy_address')}
        onRefused={refused}
        isNext
      />
      {link.passCode === '' ? null : (
        <Line
          label={t('drive.link.code.shown')}
          text={link.passCode}
          copyLabel={t('drive.link.copy_code')}
          onRefused={refused}
        />
      )}
      <Text label={t('drive.link.text.label')} text={link.text} />
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link.text} label={t('drive.link.copy_text')} onRefused={refused} />
        <SendButton text={link.text} />
        <QrButton url={link.url} />
      </div>
    </div>
  );
}

function Line({
  label,
  text,
  copyLabel,
  onRefused,
  isNext = false,
}: {
  label: string;
  text: string;
  copyLabel: string;
  onRefused: () => void;
  isNext?: boolean;
}): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="flex gap-2">
        <input
          id={id}
          className="input font-mono text-sm"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyButton text={text} label={copyLabel} onRefused={onRefused} isNext={isNext} />
      </div>
    </div>
  );
}

function Text({ label, text }: { label: string; text: string }): ReactNode {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input text-sm"
        rows={3}
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  );
}
