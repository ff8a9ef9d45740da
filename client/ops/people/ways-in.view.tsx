/** Second factor and passkeys of a person, and acts on the ways into the account: what waits, with its forms. In English. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { DESK_ACT_NAMES, type DeskActKind, type DeskActState } from '#shared/auth/desk-acts.ts';
import { Moment } from '../acts.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';

export interface WayInAct {
  readonly id: string;
  readonly kind: DeskActKind;
  readonly state: DeskActState;
  readonly by: { readonly id: string; readonly name: string };
  readonly reason: string;
  readonly atMs: number;
  readonly dueMs: number;
  readonly byLink: boolean;
}

interface WaysInProps {
  readonly here: string;
  readonly userId: string;
  readonly factors: readonly { readonly kind: 'code' | 'passkey'; readonly addedMs: number }[];
  readonly recoveryCodesLeft: number;
  readonly acts: readonly WayInAct[];
  /** Who looks. */
  readonly operatorId: string;
  readonly mayAct: boolean;
}

export function WaysIn({ factors, recoveryCodesLeft, acts, ...props }: WaysInProps): ReactNode {
  return (
    <OpsPart id="factors" title="Second factor">
      <ul className="card divide-y divide-line text-sm">
        {factors.length === 0 ? (
          <li className="px-4 py-3 sm:px-5">None: the password alone is enough to sign in.</li>
        ) : null}
        {factors.map(({ kind, addedMs }) => (
          <li key={`${kind} ${addedMs}`} className="px-4 py-3 sm:px-5">
            {kind === 'passkey' ? 'Passkey' : `Codes of an app, and ${recoveryCodesLeft} unused recovery codes`} · added{' '}
            <Moment ms={addedMs} />
          </li>
        ))}
        {acts.map((act) => (
          <li key={act.id} className="px-4 py-3 sm:px-5">
            <ShownWayIn act={act} {...props} />
          </li>
        ))}
      </ul>
    </OpsPart>
  );
}

function stateText({ state, byLink, dueMs }: WayInAct): string {
  switch (state) {
    case 'asked':
      return 'waits for a second operator';
    case 'waits':
      if (byLink) return 'waits for the link that was handed over, until';
      return dueMs === 0 ? 'takes effect 24 hours after the letter to the person is sent' : 'takes effect';
    case 'done':
      return 'done';
    case 'ended':
      return 'taken back, refused or run out';
    case 'stopped':
      return 'stopped by the person';
    case 'returned':
      return 'not done: the warning came back. Ask again, and hand over the link';
  }
}

function ShownWayIn({
  act,
  here,
  userId,
  operatorId,
  mayAct,
}: Pick<WaysInProps, 'here' | 'userId' | 'operatorId' | 'mayAct'> & { readonly act: WayInAct }): ReactNode {
  const { id, kind, state, by, reason, atMs, dueMs } = act;
  const isOpen = state === 'asked' || state === 'waits';
  return (
    <>
      <p>
        <span className="font-semibold">{DESK_ACT_NAMES[kind]}</span>:{' '}
        <span className={isOpen ? 'font-semibold text-accent' : ''}>{stateText(act)}</span>
        {dueMs === 0 ? null : (
          <>
            {' '}
            <Moment ms={dueMs} />
          </>
        )}
      </p>
      <p className="mt-0.5 break-words text-muted">
        {by.name || by.id}, <Moment ms={atMs} />: “{reason}”
      </p>
      {isOpen && mayAct ? (
        <form method="post" action={here} data-guard className="mt-2 flex flex-wrap items-end gap-3">
          <input type="hidden" name="person" value={userId} />
          <input type="hidden" name="ask" value={id} />
          <div className="min-w-48 flex-1">
            <TextField label="Reason" name="reason" required maxLength={500} />
          </div>
          {state === 'asked' && by.id !== operatorId ? (
            <Button type="submit" name="step" value="confirm" variant="primary">
              Confirm
            </Button>
          ) : null}
          <Button type="submit" name="step" value="refuse">
            {state === 'asked' && by.id !== operatorId ? 'Refuse' : 'Take back'}
          </Button>
        </form>
      ) : null}
      {state === 'asked' && by.id === operatorId ? (
        <p className="mt-2 text-muted">
          Another operator confirms it on this page. Where there is no other, whoever has the machine can:{' '}
          <code className="break-words">
            bin/magpie people confirm {userId} --ask {id} --reason TEXT
          </code>
        </p>
      ) : null}
    </>
  );
}
