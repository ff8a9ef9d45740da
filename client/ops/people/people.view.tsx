/** People of the installation, the search, and the choice of many. In English, like the rest of the console. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { type ManyAct, PEOPLE_ORDERS, PERSON_FILTERS, type PeopleOrder } from '#shared/ops/people.ts';
import { MoreLink } from '../more-link.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { Outcome } from '../outcome.view.tsx';
import { type GivenLink, GivenLinkNotice } from './given-link.view.tsx';
import { ChooseAct } from './many.view.tsx';
import { PersonLine, type ShownPerson, STATUS_NAMES, shownName } from './person-line.view.tsx';
import { WaitingLinks, type WaitingLinksProps } from './waiting-links.view.tsx';

export interface PeopleViewProps {
  readonly here: string;
  readonly term: string;
  readonly status: string;
  /** Id of the group that is shown; '' for everyone. */
  readonly group: string;
  readonly groups: readonly { readonly id: string; readonly name: string }[];
  readonly order: PeopleOrder;
  readonly people: readonly ShownPerson[];
  /** Acts that the operator may do to many people. */
  readonly manyActs: readonly ManyAct[];
  readonly isAllChosen: boolean;
  /** Address of the same page. */
  readonly pageHref: string;
  /** The same page with every box checked, or none. */
  readonly chooseHref: string;
  readonly nextHref: string;
  /** Of the last form; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
  /** Whether the operator may give links. */
  readonly mayInvite: boolean;
  readonly link: GivenLink | null;
  /** Absent on the pages of a search; null when they could not be read. */
  readonly given: WaitingLinksProps['given'] | undefined;
}

const ORDER_NAMES: Readonly<Record<PeopleOrder, string>> = { newest: 'Newest first', largest: 'Largest first' };

export function PeopleView(props: PeopleViewProps): ReactNode {
  const { here, nextHref, refusal, done, mayInvite, link, given } = props;
  return (
    <>
      <h1 className="text-2xl">People</h1>
      <Outcome refusal={refusal} done={done} />
      <GivenLinkNotice link={link} />
      <Search {...props} />
      <PeopleList {...props} />
      <MoreLink href={nextHref}>More people</MoreLink>
      {mayInvite ? <Invite here={here} /> : null}
      {given === undefined ? null : <WaitingLinks here={here} given={given} />}
    </>
  );
}

interface Choice {
  readonly label: string;
  readonly name: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, label: string])[];
}

function Choose({ label, name, chosen, options }: Choice): ReactNode {
  const id = useId();
  return (
    <div className="field min-w-0 sm:max-w-56">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name} className="input w-full" defaultValue={chosen}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

function Search({ here, term, status, group, groups, order }: PeopleViewProps): ReactNode {
  const isKnown = group === '' || groups.some(({ id }) => id === group);
  return (
    <form method="get" action={here} className="mt-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <div className="col-span-2 sm:w-full">
        <TextField
          label="Part of a name, email or phone number, or an id"
          name="q"
          defaultValue={term}
          maxLength={200}
        />
      </div>
      <Choose
        label="Status"
        name="status"
        chosen={status}
        options={[['', 'Any'], ...PERSON_FILTERS.map((each) => [each, STATUS_NAMES[each] ?? each] as const)]}
      />
      {groups.length === 0 && isKnown ? null : (
        <Choose
          label="Group"
          name="group"
          chosen={group}
          options={[
            ['', 'Any'],
            ...groups.map(({ id, name }) => [id, name] as const),
            ...(isKnown ? [] : [[group, group] as const]),
          ]}
        />
      )}
      <Choose
        label="Order"
        name="order"
        chosen={order}
        options={PEOPLE_ORDERS.map((each) => [each, ORDER_NAMES[each]] as const)}
      />
      <Button type="submit" variant="primary" className="justify-self-start">
        Search
      </Button>
    </form>
  );
}

function PeopleList(props: PeopleViewProps): ReactNode {
  const { pageHref, people, groups, order, manyActs, isAllChosen, chooseHref } = props;
  if (people.length === 0)
    return (
      <p className="mt-6 text-muted">
        No people found. The list is a copy; <code>bin/magpie people rebuild</code> makes it anew.
      </p>
    );
  const mayChoose = manyActs.length > 0;
  return (
    <form method="post" action={pageHref} className="mt-6">
      {order === 'largest' ? (
        <p className="mb-3 text-sm text-muted">Storage is copied from each drive about once an hour.</p>
      ) : null}
      <ol className="card divide-y divide-line">
        {people.map((person) => (
          <li key={person.userId} className="flex items-start gap-1 py-3 ps-1 pe-4 text-sm sm:ps-2 sm:pe-5">
            {mayChoose ? (
              <label className="-mt-2.5 flex size-11 flex-none cursor-pointer items-center justify-center">
                <input
                  type="checkbox"
                  className="checkbox"
                  name="pick"
                  value={person.userId}
                  defaultChecked={isAllChosen}
                  aria-label={`Choose ${shownName(person)}`}
                />
              </label>
            ) : (
              <span className="w-3 flex-none" />
            )}
            <PersonLine person={person} groups={groups} />
          </li>
        ))}
      </ol>
      {mayChoose ? <ChooseAct acts={manyActs} allHref={chooseHref} isAll={isAllChosen} /> : null}
    </form>
  );
}

function Invite({ here }: { here: string }): ReactNode {
  return (
    <OpsPart
      id="invite"
      title="Add a person"
      lead="Makes a link that opens one account for the address, without a code. It works where signing up is closed."
    >
      <form method="post" action={here} data-guard className="card flex flex-wrap items-end gap-3 px-4 py-4 sm:px-5">
        <div className="min-w-48 flex-1">
          <TextField label="Email or phone number" name="address" required maxLength={320} />
        </div>
        <div className="min-w-48 flex-1">
          <TextField label="Reason" name="reason" required maxLength={500} />
        </div>
        <Button type="submit" name="step" value="invite">
          Make a link
        </Button>
      </form>
    </OpsPart>
  );
}
