/** Which letters and notifications a person gets, and when: plain forms that post to their own page. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { Field } from '#client/ui/field.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { SubpageHead } from '#client/ui/subpage-head.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { MAIL_TOPICS, type MailChoices, type MailTopic } from '#shared/mail/model.ts';
import { clockTime } from '#shared/mail/quiet-hours.ts';
import { href } from '#shared/routes.ts';
import { type PushProps, PushSection } from './push-section.view.tsx';

const TOPIC_TEXTS = {
  account: { title: 'mail.topic.account.title', text: 'mail.topic.account.text' },
  sharing: { title: 'mail.topic.sharing.title', text: 'mail.topic.sharing.text' },
  opened: { title: 'mail.topic.opened.title', text: 'mail.topic.opened.text' },
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
  /** Categories that are not shown in the drive, and not on devices. */
  readonly bell: { readonly off: readonly string[]; readonly pushOff: readonly string[] };
  /** Devices that show notifications. */
  readonly push: PushProps;
  /** When mail to the address came back, epoch ms; null when it does not. */
  readonly returnedMs: number | null;
  /** A whole sentence about the completed act. */
  readonly done: string | null;
}

export function MailChoicesView({ email, choices, bell, push, returnedMs, done }: MailChoicesViewProps): ReactNode {
  const { t } = useT();
  return (
    <div className="drive-page gap-5">
      <SubpageHead backHref={href('account.settings')} back={t('auth.account.title')} title={t('mail.choices.title')}>
        {email === '' ? null : (
          <p className="mt-2 break-words text-muted">{t('mail.choices.lead', { address: email })}</p>
        )}
      </SubpageHead>
      {done === null ? null : <Notice tone="ok">{done}</Notice>}
      {returnedMs === null ? null : <Returned email={email} returnedMs={returnedMs} />}
      {choices === null ? <NoAddress /> : null}
      <ChoicesForm choices={choices} bell={bell} push={push} />
      <PushSection {...push} />
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

function Switch({ fixed = false, label, ...box }: SwitchProps): ReactNode {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input type="checkbox" className="checkbox" disabled={fixed} {...box} />
      <span>{label}</span>
    </label>
  );
}

interface SwitchProps {
  readonly name?: string;
  readonly value?: string;
  readonly defaultChecked: boolean;
  /** Cannot be changed. Default: false. */
  readonly fixed?: boolean;
  readonly label: string;
}

/** A category, with a switch for each way it comes. */
function Topic({ title, text, children }: { title: string; text: string; children: ReactNode }): ReactNode {
  return (
    <fieldset className="grid border-t border-line pt-4 first:border-t-0 first:pt-0">
      <legend className="float-left font-semibold">{title}</legend>
      <p className="clear-both text-sm text-muted">{text}</p>
      <div className="flex flex-wrap gap-x-6">{children}</div>
    </fieldset>
  );
}

interface TopicsProps extends Pick<MailChoicesViewProps, 'bell'> {
  /** Null without an address. */
  readonly topics: MailChoices | null;
  /** There are devices that show notifications. */
  readonly hasPush: boolean;
}

function Topics({ topics, bell, hasPush }: TopicsProps): ReactNode {
  const { t } = useT();
  const [byMail, byBell, byPush] = [t('mail.choices.by_mail'), t('mail.choices.by_bell'), t('mail.choices.by_push')];
  const ways = (topic: string): ReactNode => (
    <>
      <Switch name="bell" value={topic} defaultChecked={!bell.off.includes(topic)} label={byBell} />
      {hasPush ? (
        <Switch name="push" value={topic} defaultChecked={!bell.pushOff.includes(topic)} label={byPush} />
      ) : null}
    </>
  );
  return (
    <Card className="grid gap-4 p-5 sm:p-7">
      <h2 className="text-lg font-semibold">{t('mail.choices.topics')}</h2>
      <Topic title={t('mail.topic.security.title')} text={t('mail.topic.security.text')}>
        {topics ? <Switch defaultChecked fixed label={byMail} /> : null}
        <Switch defaultChecked fixed label={byBell} />
        {hasPush ? <Switch defaultChecked fixed label={byPush} /> : null}
      </Topic>
      {MAIL_TOPICS.map((topic) => (
        <Topic key={topic} title={t(TOPIC_TEXTS[topic].title)} text={t(TOPIC_TEXTS[topic].text)}>
          {topics ? <Switch name="topic" value={topic} defaultChecked={topics[topic]} label={byMail} /> : null}
          {ways(topic)}
        </Topic>
      ))}
      <Topic title={t('mail.topic.tasks.title')} text={t('mail.topic.tasks.text')}>
        {ways('tasks')}
      </Topic>
    </Card>
  );
}

function Quiet({ choices: { hasQuiet, hours, zone, zones } }: { choices: ShownChoices }): ReactNode {
  const { t } = useT();
  return (
    <Card className="p-5 sm:p-7">
      <fieldset className="grid gap-4">
        <legend className="mb-4 text-lg font-semibold">{t('mail.quiet.title')}</legend>
        <div>
          <Switch name="quiet" value="1" defaultChecked={hasQuiet} label={t('mail.quiet.on')} />
          <p className="text-sm text-muted">{t('mail.quiet.text')}</p>
        </div>
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
  );
}

function ChoicesForm({ choices, bell, push }: Pick<MailChoicesViewProps, 'choices' | 'bell' | 'push'>): ReactNode {
  const { t } = useT();
  return (
    <form method="post" action={href('account.mail')} className="grid gap-5" data-guard>
      <input type="hidden" name="step" value="save" />
      <Topics topics={choices?.topics ?? null} bell={bell} hasPush={push.devices > 0} />
      {choices ? <Quiet choices={choices} /> : null}
      <div>
        <Button type="submit" variant="primary">
          {t('mail.choices.save')}
        </Button>
      </div>
    </form>
  );
}
