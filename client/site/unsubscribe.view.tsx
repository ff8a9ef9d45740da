/** Unsubscribe page, linked from letters. Opening it changes nothing; its button posts. */
import { MailCheck, MailQuestion, MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { MailScope } from '#shared/mail/model.ts';
import { href } from '#shared/routes.ts';

const SCOPE_TEXTS = {
  account: {
    title: 'mail.subscription.account.title',
    ask: 'mail.subscription.account.text',
    stopped: 'mail.subscription.account.stopped',
  },
  sharing: {
    title: 'mail.subscription.sharing.title',
    ask: 'mail.subscription.sharing.text',
    stopped: 'mail.subscription.sharing.stopped',
  },
  opened: {
    title: 'mail.subscription.opened.title',
    ask: 'mail.subscription.opened.text',
    stopped: 'mail.subscription.opened.stopped',
  },
  storage: {
    title: 'mail.subscription.storage.title',
    ask: 'mail.subscription.storage.text',
    stopped: 'mail.subscription.storage.stopped',
  },
  tips: {
    title: 'mail.subscription.ask.title',
    ask: 'mail.subscription.ask.text',
    stopped: 'mail.subscription.stopped.text',
  },
  collect: {
    title: 'mail.subscription.collect.title',
    ask: 'mail.subscription.collect.text',
    stopped: 'mail.subscription.collect.stopped',
  },
  common: {
    title: 'mail.subscription.common.title',
    ask: 'mail.subscription.common.text',
    stopped: 'mail.subscription.common.stopped',
  },
} as const;

export interface UnsubscribeViewProps {
  /** Null: the address has no valid link of a letter. */
  readonly subscription: { readonly email: string; readonly scope: MailScope; readonly subscribed: boolean } | null;
  /** Query value of the address; '' for none. */
  readonly d: string;
  /** Where the form posts: this page. */
  readonly action: string;
  readonly homeHref: string;
}

export function UnsubscribeView({ subscription, d, action, homeHref }: UnsubscribeViewProps): ReactNode {
  const { t } = useT();
  if (subscription === null) {
    const state = d === '' ? 'none' : 'unknown';
    return (
      <EmptyState
        level="h1"
        icon={<MailQuestion size={28} aria-hidden="true" />}
        title={t(state === 'none' ? 'mail.subscription.none.title' : 'mail.subscription.unknown.title')}
        text={<p>{t(state === 'none' ? 'mail.subscription.none.text' : 'mail.subscription.unknown.text')}</p>}
        action={
          <Button variant="primary" href={homeHref}>
            {t('ui.shell.home')}
          </Button>
        }
      />
    );
  }
  const { email, scope, subscribed } = subscription;
  const { title, ask, stopped } = SCOPE_TEXTS[scope];
  const Icon = subscribed ? MailX : MailCheck;
  return (
    <Card className="p-6 text-center shadow-md sm:p-9">
      <Icon size={48} className={subscribed ? 'mx-auto text-accent' : 'mx-auto text-ok'} aria-hidden="true" />
      <h1 className="mt-4 site-title">{t(subscribed ? title : 'mail.subscription.stopped.title')}</h1>
      <p className="mt-3 text-muted">{t(subscribed ? ask : stopped, { address: email })}</p>
      <form method="post" action={action} className="mt-6">
        <input type="hidden" name="d" value={d} />
        <input type="hidden" name="wish" value={subscribed ? 'stop' : 'come'} />
        <Button type="submit" variant={subscribed ? 'primary' : 'quiet'} size="lg" wide>
          {t(subscribed ? 'mail.subscription.ask.action' : 'mail.subscription.stopped.action')}
        </Button>
      </form>
      <p className="mt-5 text-sm text-muted">{t('mail.subscription.security')}</p>
      <p className="mt-3 text-sm">
        <a className="link" href={href('account.mail')}>
          {t('mail.choices.open')}
        </a>
      </p>
    </Card>
  );
}
