/** Sends the link to one mail address, folded. */
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { LinkApi } from '../link.api.ts';

interface MailLinkProps {
  api: Pick<LinkApi, 'mail'>;
  shareId: string;
}

export function MailLink({ api, shareId }: MailLinkProps): ReactNode {
  const { t, text } = useT();
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function send(): Promise<void> {
    const to = email.trim();
    if (isBusy || to === '') return;
    setBusy(true);
    setProblem(null);
    setSentTo('');
    try {
      await api.mail(shareId, to);
      setSentTo(to);
      setEmail('');
    } catch (error) {
      setProblem(messageOf(error, text));
    } finally {
      setBusy(false);
    }
  }

  return (
    <details className="border-t border-line">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold">
        {t('share.mail.title')}
      </summary>
      <form
        className="grid gap-3 pt-2 pb-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // The form is not sent: its button must not stay busy.
          event.stopPropagation();
          void send();
        }}
      >
        <TextField
          type="email"
          label={t('share.mail.address')}
          hint={t('share.mail.hint')}
          error={problem}
          value={email}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => {
            setEmail(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isBusy} icon={<Send size={18} aria-hidden="true" />}>
            {t('drive.link.send')}
          </Button>
          <p role="status" className="min-w-0 text-sm text-muted wrap-anywhere">
            {sentTo === '' ? '' : t('share.mail.sent', { address: sentTo })}
          </p>
        </div>
      </form>
    </details>
  );
}
