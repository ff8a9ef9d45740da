/** Which letters a person gets, and when: plain forms that post to their own page. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { Field } from '#client/ui/field.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAIL_TOPICS, type MailChoices, type MailTopic } from '#shared/mail/model.ts';
import { clockTime } from '#shared/mail/quiet-hours.ts';
import { href } from '#shared/routes.ts';

const TOPIC_TEXTS = {
  account: { title: 'mail.topic.account.title', text: 'mail.topic.account.text' },
  sharing: { title: 'mail.topic.sharing.title', text: 'mail.topic.sharing.text' },
  storage: { title: 'mail.topic.storage.title', text: 'mail.topic.storage.text' },
  tips: { title: 'mail.topic.tips.title', text: 'mail.topic.tips.text' },
} as const satisfies Readonly<Record<MailTopic, object>>;

interface ShownChoices {
  readonly topics: MailChoices;
  readonly hasQuiet: boolean;
  /** Minutes since midnight. */
  readonly hours: { readonly fromMinute: number; readonly toMinute: number };
  readonly zone: string;
  readonly zones: readonly string[];
}

export interface MailChoicesViewProps {
  /** '' when the account has no address. */
  readonly email: string;
  /** Null when the account has no address. */
  readonly choices: ShownChoices | null;
  /** When mail to the address came back, epoch ms; null when it does not. */
  readonly returnedMs: number | null;
  /** A whole sentence about what was done. */
  readonly done: string | null;
}

export function MailChoicesView({ email, choices, returnedMs, done }: MailChoicesViewProps): ReactNode {
  const { t } = useT();
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-5 py-2">
      <div>
        <a className="link text-sm" href={href('account.settings')}>
          {t('auth.account.title')}
        </a>
        <h1 className="mt-2 text-2xl">{t('mail.choices.title')}</h1>
        {email === '' ? null : (
          <p className="mt-2 break-words text-muted">{t('mail.choices.lead', { address: email })}</p>
        )}
      </div>
      {done === null ? null : <Notice tone="ok">{done}</Notice>}
      {returnedMs === null ? null : <Returned email={email} returnedMs={returnedMs} />}
      {choices === null ? <NoAddress /> : <ChoicesForm choices={choices} />}
    </div>
  );
}

function NoAddress(): ReactNode {
  const { t } = useT();
  return (
    <Card className="grid gap-4 p-5 sm:p-7">
      <p>{t('mail.choices.no_address')}</p>
      <div>
        <Button variant="primary" href={`${href('account.settings')}#addresses`}>
          {t('mail.choices.add_address')}
        </Button>
      </div>
    </Card>
  );
}

function Returned({ email, returnedMs }: { email: string; returnedMs: number }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <Notice tone="warn">
      <p className="break-words">{t('mail.choices.returned', { address: email, date: format.date(returnedMs) })}</p>
      <form method="post" action={href('account.mail')} className="mt-3" data-guard>
        <input type="hidden" name="step" value="resume" />
        <Button type="submit">{t('mail.choices.resume')}</Button>
      </form>
    </Notice>
  );
}

function Choice({
  name,
  value,
  checked,
  fixed = false,
  title,
  text,
}: {
  name?: string;
  value?: string;
  checked: boolean;
  fixed?: boolean;
  title: string;
  text: string;
}): ReactNode {
  return (
    <label className="flex min-h-11 items-start gap-3">
      <input
        type="checkbox"
        className="checkbox mt-0.5"
        name={name}
        value={value}
        defaultChecked={checked}
        disabled={fixed}
      />
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-muted">{text}</span>
      </span>
    </label>
  );
}

function ChoicesForm({ choices: { topics, hasQuiet, hours, zone, zones } }: { choices: ShownChoices }): ReactNode {
  const { t } = useT();
  return (
    <form method="post" action={href('account.mail')} className="grid gap-5" data-guard>
      <input type="hidden" name="step" value="save" />
      <Card className="p-5 sm:p-7">
        <fieldset className="grid gap-4">
          <legend className="mb-4 text-lg font-semibold">{t('mail.choices.topics')}</legend>
          <Choice checked fixed title={t('mail.topic.security.title')} text={t('mail.topic.security.text')} />
          {MAIL_TOPICS.map((topic) => (
            <Choice
              key={topic}
              name="topic"
              value={topic}
              checked={topics[topic]}
              title={t(TOPIC_TEXTS[topic].title)}
              text={t(TOPIC_TEXTS[topic].text)}
            />
          ))}
        </fieldset>
      </Card>
      <Card className="p-5 sm:p-7">
        <fieldset className="grid gap-4">
          <legend className="mb-4 text-lg font-semibold">{t('mail.quiet.title')}</legend>
          <Choice name="quiet" value="1" checked={hasQuiet} title={t('mail.quiet.on')} text={t('mail.quiet.text')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              type="time"
              name="from"
              label={t('mail.quiet.from')}
              defaultValue={clockTime(hours.fromMinute)}
              required
            />
            <TextField
              type="time"
              name="to"
              label={t('mail.quiet.to')}
              defaultValue={clockTime(hours.toMinute)}
              required
            />
          </div>
          <Field
            label={t('mail.quiet.zone')}
            control={(control) => (
              <select {...control} name="zone" className="input" defaultValue={zone} autoComplete="off">
                {zones.map((each) => (
                  <option key={each} value={each}>
                    {each.replaceAll('_', ' ')}
                  </option>
                ))}
              </select>
            )}
          />
        </fieldset>
      </Card>
      <div>
        <Button type="submit" variant="primary">
          {t('mail.choices.save')}
        </Button>
      </div>
    </form>
  );
}
