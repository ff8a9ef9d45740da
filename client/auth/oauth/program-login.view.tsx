/** Connecting a program by the browser: which one asks from where, what it may do, and the password of the account. Plain forms. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { CheckFields, checkOf, type HumanCheck } from '#client/shield/index.ts';
import { Notice } from '#client/ui/controls.tsx';
import { CurrentPasswordField } from '#client/ui/current-password-field.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { type FolderChoice, FolderField, type FolderPick } from '../programs/folder-field.view.tsx';
import { PickFolder } from '../programs/pick-folder.view.tsx';
import { type CodeWays, NoPassword } from '../provider/no-password.view.tsx';
import { type ConsentPerson, Decided, DecisionButtons, PersonLine } from './consent-parts.view.tsx';

export type ProgramLoginProps =
  | { readonly step: 'gone'; readonly text: string }
  | ({
      readonly step: 'confirm';
      readonly userCode: string;
      /** The name that the program gives itself; '' for none. */
      readonly program: string;
      /** Name of the country, else the network address. */
      readonly place: string;
      readonly atMs: number;
      readonly scope: 'read' | 'write';
      /** The folder that is the whole of what the program sees. */
      readonly folder: FolderChoice;
      readonly person: ConsentPerson;
      /** Id of that user, for whom alone the answer counts. */
      readonly account: string;
      readonly switchHref: string;
      readonly hasPassword: boolean;
      readonly error: string | null;
      readonly check: HumanCheck | null;
    } & CodeWays)
  | {
      /** The choice of the folder. */
      readonly step: 'pick';
      readonly userCode: string;
      readonly account: string;
      readonly scope: 'read' | 'write';
      readonly folder: FolderChoice;
      readonly pick: FolderPick;
    }
  | { readonly step: 'done'; readonly isAllowed: boolean };

export function ProgramLoginView(props: ProgramLoginProps): ReactNode {
  const { t } = useT();
  if (props.step === 'confirm') return <Confirm {...props} />;
  if (props.step === 'pick') {
    const { userCode, account, scope, folder, pick } = props;
    const fields = { user_code: userCode, account, scope };
    return (
      <AccountCard title={t('programs.pick.title')}>
        <PickFolder pick={pick} chosen={folder.id} action={href('auth.connect')} fields={fields} />
      </AccountCard>
    );
  }
  if (props.step === 'gone') return <AccountCard title={t('programs.login.title')} error={props.text} />;
  const title = props.isAllowed ? t('programs.login.done') : t('programs.login.denied');
  return <Decided isAllowed={props.isAllowed} title={title} />;
}

type ConfirmProps = Extract<ProgramLoginProps, { step: 'confirm' }>;

function Confirm(props: ConfirmProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { userCode, program, place, atMs, person, account, switchHref, check } = props;
  const facts = [
    [t('programs.login.program'), program || t('programs.login.unnamed')],
    [t('programs.login.place'), place],
    [t('programs.login.time'), format.dateAndTimeInZone(atMs)],
  ] as const;
  return (
    <AccountCard title={t('programs.login.title')} lead={t('programs.login.lead')}>
      <dl className="mt-5 divide-y divide-line rounded-xl border border-line px-4">
        {facts.map(([label, value]) => (
          <div key={label} className="py-3">
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <Notice tone="warn" className="mt-5">
        {t('programs.login.warn')}
      </Notice>
      <PersonLine person={person} switchHref={switchHref} />
      <form method="post" action={href('auth.connect')} className="mt-6 grid gap-5" data-guard {...checkOf(check)}>
        <input type="hidden" name="user_code" value={userCode} />
        <input type="hidden" name="account" value={account} />
        {/* The Enter key presses the first button of a form. */}
        {props.hasPassword ? (
          <button type="submit" name="decision" value="allow" className="sr-only" tabIndex={-1} aria-hidden="true" />
        ) : null}
        <Access scope={props.scope} />
        <FolderField folder={props.folder} />
        <Password {...props} />
        <CheckFields check={check} />
        <DecisionButtons canAllow={props.hasPassword} />
      </form>
    </AccountCard>
  );
}

function Access({ scope }: Pick<ConfirmProps, 'scope'>): ReactNode {
  const { t } = useT();
  const choices = [
    ['write', t('programs.login.write'), t('programs.login.write_hint')],
    ['read', t('programs.login.read'), t('programs.login.read_hint')],
  ] as const;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-sm font-semibold">{t('programs.login.access')}</legend>
      {choices.map(([value, label, hint]) => (
        <label key={value} className="flex cursor-pointer gap-3">
          <input type="radio" className="checkbox mt-0.5" name="scope" value={value} defaultChecked={value === scope} />
          <span>
            <span className="block font-semibold">{label}</span>
            <span className="block text-sm text-muted">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Password({ hasPassword, mail, sms, error }: ConfirmProps): ReactNode {
  const { t } = useT();
  if (!hasPassword) return <NoPassword mail={mail} sms={sms} />;
  return <CurrentPasswordField label={t('auth.factor.confirm.password')} error={error} />;
}
