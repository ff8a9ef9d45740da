/** The page of the link of the first start: a press makes the signed-in person the first operator. In English, like the console. */
import type { ReactNode } from 'react';
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
  return (
    <div className="my-auto grid gap-4">
      <h1 className="text-2xl">The first operator</h1>
      {!isOpen ? (
        <p>
          This link is of no use any more: there is an operator, or a day has passed. The next start prints another one
          where it is needed.
        </p>
      ) : person === '' ? (
        <>
          <p>Create your account, or sign in. Both lead back to this page.</p>
          <form method="post" action={here} data-guard className="grid gap-4">
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
            <div className="flex flex-wrap gap-3">
              <Button type="submit" name="step" value="account" variant="primary">
                Create the account
              </Button>
              <Button href={signInHref}>Sign in</Button>
            </div>
          </form>
        </>
      ) : (
        <form method="post" action={here} data-guard className="grid gap-4">
          <input type="hidden" name="token" value={token} />
          <p>
            {`You are signed in as ${person}. An operator reads reports and messages, blocks people and publishes settings.`}
          </p>
          <div>
            <Button type="submit" variant="primary">
              Become the operator
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
