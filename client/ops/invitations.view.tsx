/** Held invitations with a decision for each, and where new people came from. In English, forms only. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { Moment } from './acts.view.tsx';
import { OpsPart } from './ops-frame.view.tsx';
import { Outcome } from './outcome.view.tsx';

export interface DeskInvitation {
  readonly inviterId: string;
  readonly userId: string;
  /** Masked names. */
  readonly inviter: string;
  readonly person: string;
  readonly reason: string;
  readonly atMs: number;
  /** Of the inviter, all invitations together. */
  readonly people: number;
  readonly days: number;
  readonly held: number;
}

export interface DeskSource {
  readonly source: string;
  readonly medium: string;
  readonly name: string;
  readonly referer: string;
  readonly people: number;
  readonly invited: number;
}

export interface InvitationsViewProps {
  readonly here: string;
  /** Oldest first. */
  readonly held: readonly DeskInvitation[];
  /** There are more than are shown. */
  readonly hasMore: boolean;
  readonly sources: readonly DeskSource[];
  /** Days of the sources. */
  readonly days: number;
  readonly periods: readonly number[];
  /** Why the last form was refused; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
}

const REASONS: Readonly<Record<string, string>> = {
  ring: 'The two invited each other, directly or through others',
  same_device: 'Same device as the inviter, or as another invited person',
  same_network: 'More than three people of one network within 30 days',
};

export function InvitationsView({
  here,
  held,
  hasMore,
  sources,
  days,
  periods,
  refusal,
  done,
}: InvitationsViewProps): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Invitations</h1>
      <Outcome refusal={refusal} done={done} />
      <OpsPart
        id="held"
        title="Held invitations"
        lead="Neither side has its reward yet. Releasing gives both theirs, within the caps; refusing gives none. Both are final."
      >
        {held.length === 0 ? (
          <p className="text-muted">None waits for a decision.</p>
        ) : (
          <ul className="grid gap-4">
            {held.map((each) => (
              <li key={`${each.inviterId} ${each.userId}`} className="card p-4 text-sm sm:p-5">
                <Held here={here} invitation={each} />
              </li>
            ))}
          </ul>
        )}
        {hasMore ? <p className="mt-4 text-muted">More follow when these are decided.</p> : null}
      </OpsPart>
      <OpsPart id="sources" title="Where new people came from" lead="As their browsers said: nothing is given for it.">
        <nav aria-label="Period">
          <ul className="flex flex-wrap gap-x-5">
            {periods.map((each) => (
              <li key={each}>
                <a
                  href={`${here}?days=${each}#sources`}
                  className="flex min-h-11 items-center font-semibold text-muted hover:text-ink aria-[current]:text-accent"
                  aria-current={each === days ? 'true' : undefined}
                >
                  {each} days
                </a>
              </li>
            ))}
          </ul>
        </nav>
        {sources.length === 0 ? (
          <p className="mt-3 text-muted">No new person in this time.</p>
        ) : (
          <Sources sources={sources} />
        )}
      </OpsPart>
    </>
  );
}

function Held({ here, invitation }: { here: string; invitation: DeskInvitation }): ReactNode {
  const { inviterId, userId, inviter, person, reason, atMs, people, days, held } = invitation;
  return (
    <>
      <p className="font-semibold">{REASONS[reason] ?? reason}</p>
      <dl className="mt-2 grid gap-x-4 gap-y-1 break-words sm:grid-cols-[auto_1fr]">
        <dt className="text-muted">Inviter</dt>
        <dd className="min-w-0">
          {inviter} <code className="font-mono text-xs break-all text-muted">{inviterId}</code>
        </dd>
        <dt className="text-muted">New person</dt>
        <dd className="min-w-0">
          {person} <code className="font-mono text-xs break-all text-muted">{userId}</code>
        </dd>
        <dt className="text-muted">Came</dt>
        <dd>
          <Moment ms={atMs} />
        </dd>
        <dt className="text-muted">Inviter so far</dt>
        <dd>
          {people} invited, {days} days given, {held} held
        </dd>
      </dl>
      <form method="post" action={here} data-guard className="mt-4 flex flex-wrap items-end gap-3">
        <input type="hidden" name="inviter" value={inviterId} />
        <input type="hidden" name="person" value={userId} />
        <div className="min-w-48 flex-1">
          <TextField label="Reason" name="reason" required maxLength={500} />
        </div>
        <Button type="submit" name="step" value="release" variant="primary">
          Release
        </Button>
        <Button type="submit" name="step" value="refuse">
          Refuse
        </Button>
      </form>
    </>
  );
}

const COLUMNS = ['Source', 'Medium', 'Campaign', 'First site before', 'People', 'Invited'] as const;

function Sources({ sources }: { sources: readonly DeskSource[] }): ReactNode {
  return (
    <section
      aria-label="Sources of new people"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard
      tabIndex={0}
      className="card mt-3 overflow-x-auto"
    >
      <table className="w-full min-w-max text-sm">
        <thead>
          <tr className="border-b border-line text-start text-muted">
            {COLUMNS.map((title, at) => (
              <th key={title} scope="col" className={`px-4 py-3 ${at < 4 ? 'text-start' : 'text-end'}`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {sources.map(({ source, medium, name, referer, people, invited }) => (
            <tr key={[source, medium, name, referer].join('\n')}>
              {[source, medium, name, referer].map((text, at) => (
                <td key={COLUMNS[at]} className="max-w-64 px-4 py-3 break-words">
                  {text === '' ? <span className="text-muted">none</span> : text}
                </td>
              ))}
              <td className="px-4 py-3 text-end">{people}</td>
              <td className="px-4 py-3 text-end">{invited}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
