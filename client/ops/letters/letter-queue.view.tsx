/** Letters that the relay did not take, and the test letter. In English, forms only, times in UTC. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { Moment } from '../acts.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { letterName } from './letter-name.ts';

export interface ShownLetter {
  readonly id: string;
  /** '' for one that cannot be opened any more. */
  readonly kind: string;
  readonly writtenMs: number;
  readonly tries: number;
  /** The answer of the relay. */
  readonly reason: string;
  /** Null: it was given up. */
  readonly nextMs: number | null;
  /** False for one that must be sent. */
  readonly mayDrop: boolean;
  /** How long it waits, in words. */
  readonly age: string;
}

export interface LetterQueueProps {
  readonly here: string;
  /** Of those that are tried again. */
  readonly count: number;
  /** The oldest first, with those that were given up. */
  readonly letters: readonly ShownLetter[];
  /** Address of the operator, for the test letter. */
  readonly email: string;
  /** False: the installation sends no mail. */
  readonly isReady: boolean;
}

export function LetterQueue(props: LetterQueueProps): ReactNode {
  const { here, count, letters } = props;
  const more = count - letters.filter(({ nextMs }) => nextMs !== null).length;
  return (
    <>
      <OpsPart
        id="queue"
        title={count === 0 ? 'Waiting' : `Waiting: ${count}`}
        lead="Letters that the mail relay did not take. They are tried again by themselves, at most five minutes apart, until they are of no use. Retries and drops are in the log."
      >
        {letters.length === 0 ? (
          <p className="text-muted">No letter waits.</p>
        ) : (
          <ol className="card divide-y divide-line">
            {letters.map((letter) => (
              <li key={letter.id} className="px-4 py-3 sm:px-5">
                <QueuedLetter here={here} letter={letter} />
              </li>
            ))}
          </ol>
        )}
        {more > 0 ? <p className="mt-3 text-sm text-muted">and {more} more</p> : null}
      </OpsPart>
      <TestLetter {...props} />
    </>
  );
}

function QueuedLetter({ here, letter }: { here: string; letter: ShownLetter }): ReactNode {
  const { id, kind, writtenMs, tries, reason, nextMs, mayDrop, age } = letter;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong className="font-semibold">{letterName(kind) || 'A letter that cannot be opened'}</strong>
        {nextMs === null ? (
          <span className="text-sm font-semibold text-danger">Given up</span>
        ) : (
          <span className="text-sm font-semibold text-warn">Waits {age}</span>
        )}
      </p>
      <p className="mt-1 text-sm break-words">{reason}</p>
      <p className="mt-1 text-xs text-muted">
        written <Moment ms={writtenMs} /> · {tries === 1 ? '1 try' : `${tries} tries`}
        {nextMs === null ? null : (
          <>
            {' · next about '}
            <Moment ms={nextMs} />
          </>
        )}{' '}
        · <code className="font-mono break-all">{id}</code>
      </p>
      {nextMs === null || kind === '' ? null : (
        <div className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-1">
          <form method="post" action={here} data-guard>
            <input type="hidden" name="letter" value={id} />
            <Button type="submit" name="act" value="retry">
              Try again now
            </Button>
          </form>
          {mayDrop ? (
            <details>
              <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">Drop</summary>
              <form method="post" action={here} data-guard className="mt-2 flex flex-wrap items-end gap-3">
                <input type="hidden" name="letter" value={id} />
                <div className="min-w-48 flex-1 sm:max-w-md">
                  <TextField
                    label="Reason"
                    hint="The letter is never sent then."
                    name="reason"
                    required
                    maxLength={400}
                  />
                </div>
                <Button type="submit" name="act" value="drop">
                  Drop the letter
                </Button>
              </form>
            </details>
          ) : null}
        </div>
      )}
    </>
  );
}

function TestLetter({ here, email, isReady }: LetterQueueProps): ReactNode {
  return (
    <OpsPart
      id="test"
      title="Test letter"
      lead="It goes out at once, and the answer of the relay is shown here: at most ten seconds."
    >
      {isReady ? (
        <form method="post" action={here} data-guard className="flex flex-wrap items-end gap-3">
          <div className="min-w-48 flex-1 sm:max-w-md">
            <TextField
              label="To"
              name="address"
              type="email"
              inputMode="email"
              autoComplete="email"
              defaultValue={email}
              required
              maxLength={320}
            />
          </div>
          <Button type="submit" name="act" value="test" variant="primary">
            Send a test letter
          </Button>
        </form>
      ) : (
        <p className="text-warn">
          This server sends no mail: set <code className="font-mono text-sm">MAIL</code> and{' '}
          <code className="font-mono text-sm">SMTP_HOST</code>.
        </p>
      )}
    </OpsPart>
  );
}
