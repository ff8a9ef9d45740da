/** The page of the link of the first start: a press makes the signed-in person the first operator. In English, like the console. */
import type { ReactNode } from 'react';
import { AccountCard } from '#client/shell/account-card.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EMAIL_MAX_CHARS } from '#shared/auth/rules.ts';

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
}

export function FirstView({ here, token, person, signInHref, refusal, isOpen }: FirstViewProps): ReactNode {
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
        <Button type="submit" variant="primary" size="lg" wide>
          Become the operator
        </Button>
      </form>
    </AccountCard>
  );
}
