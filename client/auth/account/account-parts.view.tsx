/** Parts shared by the sections of the account page, and the props from the server. */
import type { ReactNode } from 'react';
import { CheckFields, checkOf, type HumanCheck } from '#client/shield/index.ts';
import { Button, type ButtonVariant } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { CurrentPasswordField } from '#client/ui/current-password-field.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { ShownPassword } from '../programs/programs-parts.view.tsx';
import { NoPassword } from '../provider/no-password.view.tsx';
import type { PhoneFieldProps } from '../sign-in/phone-field.view.tsx';

/** Which form of the page was sent; the server reads it by this name. */
export type AccountStep =
  | 'name'
  | 'sender'
  | 'picture'
  | 'picture-remove'
  | 'email'
  | 'email-code'
  | 'phone'
  | 'phone-code'
  | 'phone-remove'
  | 'password'
  | 'device'
  | 'others'
  | 'language'
  | 'theme'
  | 'inside'
  | 'freeze'
  | 'close';

export interface ShownDevice {
  deviceId: string;
  /** '' when nothing is known. */
  name: string;
  model: string;
  /** Epoch ms. */
  lastLoginMs: number;
  isCurrent: boolean;
}

/** Limits of the server; sizes in bytes, times in whole days and hours. */
interface ShownLimits {
  readonly fileBytes: number;
  readonly nameBytes: number;
  readonly folderDepth: number;
  readonly uploads: number;
  readonly uploadDays: number;
  readonly trashDays: number;
  readonly versions: number;
  readonly versionDays: number;
  readonly linkHours: number;
  readonly mailsPerDay: number;
  readonly messagesPerHour: number;
  readonly closeDays: number;
}

export interface PlanProps {
  /** Null where there are no plans. */
  readonly premium: boolean | null;
  /** Null when the drive does not answer. */
  readonly use: { readonly usageBytes: number; readonly limitBytes: number; readonly sentBytes: number } | null;
  /** How far back `sentBytes` counts, days. */
  readonly sentDays: number;
  readonly limits: ShownLimits;
}

/** `''`: as the system. */
export type Theme = 'light' | 'dark' | '';

/** The name that recipients of one's links read; `suggested` is '' when there is nothing to offer. */
export interface ShownSender {
  readonly nickname: string;
  readonly chosen: boolean;
  readonly suggested: string;
}

export interface AccountPageProps {
  name: string;
  /** Address of the picture, or ''. */
  picture: string;
  /** Masked; '' when there is none. */
  email: string;
  phone: string;
  /** The name on shared links; null while it cannot be read. */
  sender: ShownSender | null;
  hasPassword: boolean;
  /** Epoch ms; null when not known. */
  passwordMs: number | null;
  devices: readonly ShownDevice[];
  /** App passwords, newest first. */
  programs: readonly ShownPassword[];
  plan: PlanProps;
  security: { readonly twoStep: boolean; readonly passkeys: number; readonly canAddPasskeys: boolean };
  theme: Theme;
  /** Whether search finds words inside files; null where the installation does not, and while the drive does not answer. */
  wordsInside: boolean | null;
  /** A whole sentence about the completed act. */
  done: string | null;
  /** The error and its form. */
  trouble: { step: AccountStep; field: string; sentence: string } | null;
  /** Values of the form with the error. */
  typed: { name: string; sender: string; email: string };
  phoneField: Pick<PhoneFieldProps, 'countries' | 'country' | 'phone'>;
  /** A code is on its way to a new address. */
  code: {
    step: 'email-code' | 'phone-code';
    address: string;
    verificationId: string;
    verificationToken: string;
  } | null;
  /** The password was shown for the form that is open; '' when not. */
  sudoToken: string;
  check: { step: AccountStep; check: HumanCheck } | null;
  /** Mail to the address came back: nothing is sent to it. */
  mailReturned: boolean;
  /** Whether codes can be sent by mail, and to phones. */
  mail: boolean;
  sms: boolean;
  /** Demo mode: codes can be read on a page. */
  mailbox: boolean;
}

export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }): ReactNode {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <Card className="grid gap-4 p-5 sm:p-7">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}

/** The sentence of a refusal that belongs to this form, and to no field of it that shows its own. */
export function troubleOf(page: AccountPageProps, step: AccountStep, field: string | null = null): string | null {
  const { trouble } = page;
  if (trouble?.step !== step) return null;
  return field === null || trouble.field === field ? trouble.sentence : null;
}

/** Above the fields of a form: the refusal that belongs to none of them. */
export function FormTrouble({
  page,
  step,
  fields,
}: {
  page: AccountPageProps;
  step: AccountStep;
  fields: readonly string[];
}): ReactNode {
  const { trouble } = page;
  if (trouble?.step !== step || fields.includes(trouble.field)) return null;
  return <Notice tone="danger">{trouble.sentence}</Notice>;
}

interface AccountFormProps {
  page: AccountPageProps;
  step: AccountStep;
  children?: ReactNode;
  submit: string;
  variant?: ButtonVariant;
  /** Accessible name, in place of the button's label. */
  submitLabel?: string;
}

/** One form of the page; it posts with or without script. */
export function AccountForm({ page, step, children, submit, variant, submitLabel }: AccountFormProps): ReactNode {
  const check = page.check?.step === step ? page.check.check : null;
  return (
    <form method="post" action={href('account.settings')} className="grid gap-4" data-guard {...checkOf(check)}>
      <input type="hidden" name="step" value={step} />
      {children}
      <CheckFields check={check} />
      <div>
        <Button type="submit" variant={variant ?? 'primary'} aria-label={submitLabel}>
          {submit}
        </Button>
      </div>
    </form>
  );
}

/** The password once more, unless it was shown for this very form. */
export function PasswordAgain({ page, step }: { page: AccountPageProps; step: AccountStep }): ReactNode {
  const { t } = useT();
  if (!page.hasPassword) return <NoPassword {...page} />;
  if (page.sudoToken !== '' && page.check?.step === step)
    return <input type="hidden" name="sudo_token" value={page.sudoToken} />;
  return <CurrentPasswordField label={t('auth.account.password.current')} error={troubleOf(page, step, 'password')} />;
}

/** A form inside `details`, open when it has an error or a notice. */
export function Unfold({ label, open, children }: { label: string; open: boolean; children: ReactNode }): ReactNode {
  return (
    <details open={open}>
      <summary className="btn btn-quiet btn-sm">{label}</summary>
      <div className="mt-4 border-s-2 border-line ps-4">{children}</div>
    </details>
  );
}
