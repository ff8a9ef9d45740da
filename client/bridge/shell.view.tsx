/** The page of the demo that pretends to be a native app: who is signed in there, and how it answers. A plain form. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { SHELL_KINDS, SHELL_MANNERS, type ShellKind, type ShellManner } from '#shared/bridge/shell.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { href } from '#shared/routes.ts';

export interface ShellViewProps {
  /** Sign-in names of the demo accounts. */
  people: readonly string[];
  /** The kind that is pretended now; null for none. */
  worn: ShellKind | null;
}

const MANNERS: Readonly<Record<ShellManner, MessageKey>> = {
  answer: 'auth.app_test.response.answer',
  refuse: 'auth.app_test.response.refuse',
  silent: 'auth.app_test.response.silent',
  undeclared: 'auth.app_test.response.undeclared',
  garbage: 'auth.app_test.response.garbage',
  noise: 'auth.app_test.response.noise',
  stale: 'auth.app_test.response.stale',
};

export function ShellView({ people, worn }: ShellViewProps): ReactNode {
  const { t, text } = useT();
  return (
    <AccountCard title={t('auth.app_test.title')} lead={t('auth.app_test.lead')}>
      <form method="post" action={href('dev.shell')} className="mt-6 grid gap-5">
        <Choice label={t('auth.app_test.kind')} name="kind" options={SHELL_KINDS.map((kind) => [kind, kind])} />
        <Choice
          label={t('auth.app_test.account')}
          name="person"
          options={[...people.map((name) => [name, name] as const), ['', t('auth.app_test.no_account')]]}
        />
        <Choice
          label={t('auth.app_test.response')}
          name="manner"
          options={SHELL_MANNERS.map((manner) => [manner, text(MANNERS[manner])])}
        />
        <Button type="submit" variant="primary" size="lg" wide>
          {t('auth.app_test.start')}
        </Button>
      </form>
      {worn ? (
        <form method="post" action={href('dev.shell')} className="mt-4">
          <Button type="submit" variant="plain" size="sm">
            {t('auth.app_test.stop')}
          </Button>
        </form>
      ) : null}
    </AccountCard>
  );
}

interface ChoiceProps {
  label: string;
  name: string;
  /** Value and label. */
  options: readonly (readonly [string, string])[];
}

function Choice({ label, name, options }: ChoiceProps): ReactNode {
  return (
    <label className="grid gap-1.5">
      <span className="text-sm font-semibold">{label}</span>
      <select name={name} className="input">
        {options.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
    </label>
  );
}
