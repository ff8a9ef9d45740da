/** Links that operators gave: those that still open their form, each with a form that ends it, and the others below. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { Moment } from '../acts.view.tsx';
import { MoreLink } from '../more-link.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { LinkFor } from './link-for.view.tsx';
import { PastLinks, type ShownPastLink } from './past-links.view.tsx';

/** Id of the section. */
export const LINKS_PART = 'links';

export interface WaitingLink {
  readonly id: string;
  /** The masked address. */
  readonly to: string;
  /** Of the person who gets a new password; '' for a link that opens an account. */
  readonly personHref: string;
  readonly by: string;
  readonly reason: string;
  readonly madeMs: number;
  readonly untilMs: number;
}

export interface WaitingLinksProps {
  readonly here: string;
  /** Null when they could not be read. */
  readonly given: {
    readonly links: readonly WaitingLink[];
    readonly past: readonly ShownPastLink[];
    readonly nextHref: string;
  } | null;
}

export function WaitingLinks({ here, given }: WaitingLinksProps): ReactNode {
  return (
    <OpsPart
      id={LINKS_PART}
      title="Links that wait"
      lead="Given by operators, and neither used nor ended. A link that is withdrawn opens nothing from then on. Each is listed until a month after its end."
    >
      {given === null ? (
        <p className="text-muted">The links could not be read. Load the page again.</p>
      ) : given.links.length === 0 ? (
        <p className="text-muted">
          {given.nextHref ? 'No link of this page waits; older ones may.' : 'No link waits.'}
        </p>
      ) : (
        <ol className="card divide-y divide-line">
          {given.links.map((link) => (
            <WaitingLinkRow key={link.id} here={here} link={link} />
          ))}
        </ol>
      )}
      <PastLinks past={given?.past ?? []} />
      <MoreLink href={given?.nextHref ?? ''}>Older links</MoreLink>
    </OpsPart>
  );
}

function WaitingLinkRow({ here, link }: { here: string; link: WaitingLink }): ReactNode {
  const { id, to, personHref, by, reason, madeMs, untilMs } = link;
  return (
    <li className="px-4 py-3 text-sm sm:px-5">
      <p>
        <LinkFor to={to} what={personHref === '' ? 'a new account' : 'a new password'} personHref={personHref} />
      </p>
      {reason ? <p className="mt-0.5 break-words">“{reason}”</p> : null}
      <p className="mt-0.5 text-xs text-muted">
        {by}, <Moment ms={madeMs} /> · ends <Moment ms={untilMs} />
      </p>
      <form method="post" action={here} data-guard className="mt-2 flex flex-wrap items-end gap-3">
        <input type="hidden" name="link" value={id} />
        <div className="min-w-48 flex-1">
          <TextField label="Reason" name="reason" required maxLength={500} />
        </div>
        <Button type="submit" name="step" value="withdraw" variant="quiet" aria-label={`Withdraw the link for ${to}`}>
          Withdraw
        </Button>
      </form>
    </li>
  );
}
