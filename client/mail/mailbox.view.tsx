/** The mailbox of demo mode: mails that a real installation would have sent, as text. */
import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { When } from '#client/ui/when.tsx';
import type { CapturedMail } from '#shared/mail/model.ts';
import { href } from '#shared/routes.ts';

export interface MailboxViewProps {
  /** Newest first. */
  mails: readonly CapturedMail[];
  /** Recipient address; '' for all. */
  to: string;
}

export function MailboxView({ mails, to }: MailboxViewProps): ReactNode {
  const { t } = useT();
  const action = href('dev.mailbox');
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
      <h1 className="text-2xl">{t('mail.mailbox.title')}</h1>
      <p className="mt-2 text-muted">{t('mail.mailbox.lead')}</p>
      <form method="get" action={action} className="mt-6 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label={t('mail.mailbox.filter')}
            name="to"
            type="text"
            inputMode="email"
            defaultValue={to}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <Button type="submit">{t('mail.mailbox.show')}</Button>
        {to === '' ? null : (
          <Button href={action} variant="plain">
            {t('mail.mailbox.all')}
          </Button>
        )}
      </form>
      {mails.length === 0 ? (
        <EmptyState
          className="mt-10"
          icon={<Inbox size={28} aria-hidden="true" />}
          title={t('mail.mailbox.empty.title')}
          text={<p>{t('mail.mailbox.empty.text')}</p>}
        />
      ) : (
        <ol className="mt-8 grid gap-4">
          {mails.map((mail, index) => (
            // The list is rendered once, on the server, and never reordered.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <Mail mail={mail} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function Mail({ mail }: { mail: CapturedMail }): ReactNode {
  const { t } = useT();
  return (
    <Card className="p-5">
      <article>
        <h2 className="text-lg">{mail.subject}</h2>
        <p className="mt-1 text-sm text-muted">
          {t('mail.mailbox.to', { address: mail.to })} · <When ms={Date.parse(mail.sent_at)} withTime />
        </p>
        <pre className="mt-4 overflow-x-auto whitespace-pre-wrap font-sans text-sm">{mail.text}</pre>
      </article>
    </Card>
  );
}
