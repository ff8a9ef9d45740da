/** The page of the link of the first start: a press makes the signed-in person the first operator. In English, like the console. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EMAIL_MAX_CHARS } from '#shared/auth/rules.ts';
import { SERVICE_KINDS, type ServiceKind } from '#shared/config/service-kind.ts';

export interface FirstViewProps {
  readonly here: string;
  readonly token: string;
  /** The signed-in person; '' for a visitor. */
  readonly person: string;
  readonly signInHref: string;
  /** About the address of a new account; '' for none. */
  readonly refusal: string;
  /** Whether the link still makes an operator. */
  readonly isOpen: boolean;
  /** The kind of service as it is now. */
  readonly kind: ServiceKind;
}

const KIND_TEXTS: Readonly<Record<ServiceKind, string>> = {
  everyone: 'Everyone: sign-up is open, and there may be plans and rewards',
  company: 'A company: people come by invitation, and nothing is sold',
  family: 'A household: people come by invitation, and nothing is sold',
};

export function FirstView({ here, token, person, signInHref, refusal, isOpen, kind }: FirstViewProps): ReactNode {
  const title = 'The first operator';
  if (!isOpen)
    return (
      <AccountCard
        title={title}
        lead="This link is of no use any more: there is an operator, or a day has passed. The next start prints another one where it is needed."
      />
    );
  if (person === '')
    return (
      <AccountCard title={title} lead="Create your account, or sign in. Both lead back to this page.">
        <form method="post" action={here} data-guard className="mt-6 grid gap-5">
          <input type="hidden" name="token" value={token} />
          <TextField
            label="Email"
            name="email"
            type="email"
            error={refusal || null}
            autoComplete="email"
            maxLength={EMAIL_MAX_CHARS}
            required
          />
          <Button type="submit" name="step" value="account" variant="primary" size="lg" wide>
            Create the account
          </Button>
          <Button href={signInHref} variant="plain" size="sm" className="justify-self-center">
            Sign in
          </Button>
        </form>
      </AccountCard>
    );
  return (
    <AccountCard
      title={title}
      lead={`You are signed in as ${person}. An operator reads reports and messages, blocks people and publishes settings.`}
    >
      <form method="post" action={here} data-guard className="mt-6">
        <input type="hidden" name="token" value={token} />
        <fieldset className="mb-6 grid gap-2">
          <legend className="mb-2 font-semibold">Who is this service for?</legend>
          {SERVICE_KINDS.map((each) => (
            <label key={each} className="flex min-h-11 items-center gap-3">
              <input type="radio" name="kind" value={each} defaultChecked={each === kind} />
              <span>{KIND_TEXTS[each]}</span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" variant="primary" size="lg" wide>
          Become the operator
        </Button>
      </form>
    </AccountCard>
  );
}
