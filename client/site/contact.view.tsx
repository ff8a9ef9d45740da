/** Writing to the operators: topic, address, texts. A plain form; with a human check to pass the script opens it. */
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { SITE_COLUMN } from '#client/shell/site-page.view.tsx';
import { SupportMail } from '#client/shell/support-mail.view.tsx';
import { CheckFields, checkOf, type HumanCheck } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { Notice } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState, PageState } from '#client/ui/states.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EMAIL_MAX_CHARS } from '#shared/auth/rules.ts';
import { MESSAGE_MAX_CHARS, MESSAGE_TOPICS, type MessageTopic, TOPIC_KEYS } from '#shared/ops/messages.ts';
import { useLocalHref } from './local-href.ts';

export interface ContactViewProps {
  /** Heading and sentence below it. */
  texts: { readonly title: string; readonly lead: string };
  /** Address of this page in its language, to which the form posts. */
  action: string;
  topic: MessageTopic;
  /** As typed last time. */
  email: string;
  message: string;
  /** Whether a user is signed in. */
  person: boolean;
  /** The page has the drive's frame. */
  isInDrive: boolean;
  /** Reply address of the signed-in user, masked; '' for none. */
  ownEmail: string;
  /** Retention of messages. */
  keepDays: number;
  /** A whole sentence. */
  error: string | null;
  /** Which field it belongs to; '' for none. */
  field: '' | 'email' | 'message';
  check: HumanCheck | null;
}

export function ContactView(props: ContactViewProps): ReactNode {
  const { texts, action, topic, email, message, person, isInDrive, ownEmail, keepDays, error, field, check } = props;
  const { t, tn } = useT();
  const format = useFormat();
  const localHref = useLocalHref();
  const ownHint = ownEmail === '' ? t('ops.contact.email.none') : t('ops.contact.email.own', { email: ownEmail });
  return (
    <div className={isInDrive ? 'drive-page' : classes(SITE_COLUMN, 'py-8 md:py-12')}>
      <h1 className={isInDrive ? 'page-title' : 'site-title'}>{texts.title}</h1>
      <p className={classes('text-muted', isInDrive ? 'mt-1' : 'mt-3 text-lg')}>{texts.lead}</p>
      <p className="mt-3">
        {t('ops.contact.help')}{' '}
        <a className="link" href={localHref('site.help-center')}>
          {t('ops.contact.help.open')}
        </a>
      </p>
      <SupportMail className="mt-3" />
      {error !== null && field === '' ? (
        <Notice tone="danger" className="mt-6">
          {error}
        </Notice>
      ) : null}
      <form method="post" action={action} className="mt-8 grid max-w-2xl gap-6" data-guard {...checkOf(check)}>
        <div className="field">
          <label htmlFor="contact-topic">{t('ops.contact.topic.label')}</label>
          <select id="contact-topic" name="topic" className="input" defaultValue={topic}>
            {MESSAGE_TOPICS.map((each) => (
              <option key={each} value={each}>
                {t(TOPIC_KEYS[each])}
              </option>
            ))}
          </select>
        </div>
        <TextField
          label={t('ops.contact.email.label')}
          hint={person ? ownHint : t('ops.contact.email.hint')}
          error={field === 'email' ? error : null}
          name="email"
          type="email"
          defaultValue={email}
          autoComplete="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={EMAIL_MAX_CHARS}
          required={!person}
          autoFocus={field === 'email'}
        />
        <TextArea
          label={t('ops.contact.message.label')}
          hint={t('ops.contact.message.hint', { max: format.number(MESSAGE_MAX_CHARS) })}
          error={field === 'message' ? error : null}
          name="message"
          rows={8}
          defaultValue={message}
          maxLength={MESSAGE_MAX_CHARS}
          required
          autoFocus={field === 'message'}
        />
        <CheckFields check={check} />
        <div>
          <Button type="submit" autoFocus={check !== null} variant="primary" size="lg" className="max-sm:w-full">
            {t('ops.contact.submit')}
          </Button>
          <p className="mt-4 text-sm text-muted">{tn('ops.contact.kept', keepDays)}</p>
        </div>
      </form>
    </div>
  );
}

/** After it was sent. */
export function ContactSentView({
  again,
  home,
  isInDrive,
}: {
  again: string;
  home: string;
  isInDrive: boolean;
}): ReactNode {
  const { t } = useT();
  const state = {
    icon: <CircleCheck size={28} aria-hidden="true" />,
    title: t('ops.contact.sent.title'),
    text: t('ops.contact.sent.text'),
    action: (
      <>
        <Button href={home} variant="primary">
          {t('ui.shell.home')}
        </Button>
        <Button href={again}>{t('ops.contact.sent.again')}</Button>
      </>
    ),
  };
  return (
    <div className={isInDrive ? undefined : 'py-8 md:py-16'} role="status">
      {isInDrive ? <PageState {...state} /> : <EmptyState level="h1" {...state} />}
    </div>
  );
}
