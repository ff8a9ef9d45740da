/** A person's membership as operators see it: the ledger, a grant with its reason, and taking one back. In English, forms only. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { LedgerItem } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';
import { Moment } from './acts.view.tsx';
import { OpsPart } from './ops-frame.view.tsx';
import { Outcome } from './outcome.view.tsx';
import { ProductChoice, type ShownProduct } from './product-choice.view.tsx';

export interface DeskEntry {
  readonly id: string;
  readonly kind: 'grant' | 'reverse';
  readonly source: string;
  readonly key: string;
  /** Null for a reversal. */
  readonly item: LedgerItem | null;
  readonly atMs: number;
  readonly reason: string;
  /** Name or id. */
  readonly by: string;
  /** Null when it does not count. */
  readonly span: {
    readonly startMs: number;
    /** Null without an end. */
    readonly endMs: number | null;
  } | null;
  readonly canReverse: boolean;
}

export interface DeskMember {
  readonly userId: string;
  readonly isPremium: boolean;
  /** 0: there never was any premium. */
  readonly expiresMs: number;
  /** Newest first. */
  readonly entries: readonly DeskEntry[];
}

export interface MembersViewProps {
  readonly here: string;
  /** The searched person; '' for none. */
  readonly term: string;
  /** Null before a search, and when it found no account. */
  readonly member: DeskMember | null;
  readonly products: readonly ShownProduct[];
  /** Makes pressing twice one grant. */
  readonly grantKey: string;
  /** Why the last form was refused; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
}

export function MembersView(props: MembersViewProps): ReactNode {
  const { here, term, member, refusal, done } = props;
  return (
    <>
      <h1 className="text-2xl">Members</h1>
      <Outcome refusal={refusal} done={done} />
      <form method="get" action={here} className="mt-6 flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1 sm:max-w-md">
          <TextField
            label="Email, phone number, user name, account or order"
            name="q"
            defaultValue={term}
            maxLength={200}
          />
        </div>
        <Button type="submit">Search</Button>
      </form>
      {term !== '' && member === null && refusal === '' ? (
        <p className="mt-4 text-muted">
          Nobody found. By account id, people are found once they have ordered something.
        </p>
      ) : null}
      {member ? <Member {...props} member={member} /> : null}
    </>
  );
}

function Member({ here, term, member, products, grantKey }: MembersViewProps & { member: DeskMember }): ReactNode {
  const { userId, isPremium, expiresMs, entries } = member;
  return (
    <>
      <OpsPart id="account" title={`Account ${userId}`}>
        <p>
          {isPremium
            ? 'Premium until '
            : expiresMs === 0
              ? 'Free plan; never had premium.'
              : 'Free plan; premium ended '}
          {expiresMs === 0 ? null : <Moment ms={expiresMs} />}
        </p>
      </OpsPart>
      <OpsPart id="grant" title="Grant a product" lead="The person reads the reason in their history.">
        <form method="post" action={here} data-guard className="grid gap-3 sm:grid-cols-2">
          <input type="hidden" name="person" value={term} />
          <input type="hidden" name="key" value={grantKey} />
          <ProductChoice products={products} />
          <TextField label="Reason" name="reason" required maxLength={500} />
          <div className="flex items-end">
            <Button type="submit" name="step" value="grant" wide>
              Grant
            </Button>
          </div>
        </form>
      </OpsPart>
      <OpsPart id="ledger" title="Ledger" lead="Entries are never changed; taking back adds one. Newest first.">
        <LedgerEntries here={here} person={term} entries={entries} />
      </OpsPart>
    </>
  );
}

/** Entries of a ledger, each with the form that takes it back. @param person  as the form names the person */
export function LedgerEntries({
  here,
  person,
  entries,
}: {
  here: string;
  person: string;
  entries: readonly DeskEntry[];
}): ReactNode {
  if (entries.length === 0) return <p className="text-muted">Nothing yet.</p>;
  return (
    <ol className="card divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="grid grid-cols-[minmax(0,1fr)] gap-1 px-4 py-4 text-sm sm:px-5">
          <Entry here={here} term={person} entry={entry} />
        </li>
      ))}
    </ol>
  );
}

function Entry({ here, term, entry }: { here: string; term: string; entry: DeskEntry }): ReactNode {
  const translator = useT();
  const format = useFormat();
  const { id, kind, source, key, item, atMs, reason, by, span, canReverse } = entry;
  return (
    <>
      <p className="font-semibold">{item ? productName(item, translator, format) : 'Taken back'}</p>
      <p className="break-words text-muted">
        {kind} · {source} {key} · by {by} · <Moment ms={atMs} />
      </p>
      {span ? (
        <p>
          Counts <Moment ms={span.startMs} /> – {span.endMs === null ? 'without an end' : <Moment ms={span.endMs} />}
        </p>
      ) : null}
      {reason === '' ? null : <p className="break-words">“{reason}”</p>}
      {canReverse ? (
        <form method="post" action={here} data-guard className="mt-2 flex flex-wrap items-end gap-3">
          <input type="hidden" name="person" value={term} />
          <input type="hidden" name="entry" value={id} />
          <div className="min-w-48 flex-1">
            <TextField label="Reason" name="reason" required maxLength={500} />
          </div>
          <Button type="submit" name="step" value="take_back">
            Take back
          </Button>
        </form>
      ) : null}
    </>
  );
}
