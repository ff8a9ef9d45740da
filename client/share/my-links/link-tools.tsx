/** Copying a link, with its passcode or without, its QR code, and the share sheet of the system. */
import { QrCode as QrIcon, Send } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { CopyButton } from '../copy-button.view.tsx';

export interface SharedLink {
  readonly url: string;
  readonly passCode: string;
  /** Invitation with address and passcode. */
  readonly text: string;
}

export function QrButton({ url }: { url: string }): ReactNode {
  const { t } = useT();
  const [isShown, setShown] = useState(false);
  const [late, setLate] = useState<{ Qr: ComponentType<{ text: string; label: string }> } | null>(null);
  const show = () => {
    setShown((before) => !before);
    // Without it the address above is still there.
    if (!late) import('#client/ui/qr-code.tsx').then(({ QrCode: Qr }) => setLate({ Qr }), console.error);
  };
  return (
    <>
      <Button icon={<QrIcon size={18} aria-hidden="true" />} aria-expanded={isShown} onClick={show}>
        {t('share.my_links.qr')}
      </Button>
      {isShown && late ? (
        <div className="basis-full">
          <late.Qr text={url} label={t('share.my_links.qr_of', { url })} />
        </div>
      ) : null}
    </>
  );
}

export function SendButton({ text }: { text: string }): ReactNode {
  const { t } = useT();
  if (!('share' in navigator)) return null;
  return (
    <Button
      icon={<Send size={18} aria-hidden="true" />}
      onClick={() => {
        // The user closed the share sheet: no message.
        navigator.share({ text }).catch(() => undefined);
      }}
    >
      {t('drive.link.send')}
    </Button>
  );
}

/** @param children  more buttons */
export function LinkTools({ link, children }: { link: SharedLink; children?: ReactNode }): ReactNode {
  const { t } = useT();
  const [isRefused, setRefused] = useState(false);
  const onRefused = () => setRefused(true);
  return (
    <div className="grid gap-3">
      <p className="font-mono text-sm break-all select-all">{link.url}</p>
      {isRefused ? <Notice tone="warn">{t('drive.link.copy_failed')}</Notice> : null}
      <div className="flex flex-wrap gap-2">
        <CopyButton text={link.url} label={t('drive.action.link')} onRefused={onRefused} isNamed />
        {link.passCode === '' ? null : (
          <>
            <CopyButton text={link.text} label={t('share.my_links.copy_with_code')} onRefused={onRefused} isNamed />
            <CopyButton text={link.passCode} label={t('drive.link.copy_code')} onRefused={onRefused} isNamed />
          </>
        )}
        <QrButton url={link.url} />
        <SendButton text={link.text} />
        {children}
      </div>
    </div>
  );
}
