/** One act on many people: what to do to those who are chosen, and the page that asks before. In English, forms only. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { ManyAct } from '#shared/ops/people.ts';
import { Outcome } from '../outcome.view.tsx';
import { EndFields, type SentAct } from './person-acts.view.tsx';
import { PersonLine, type ShownPerson } from './person-line.view.tsx';
import { GigabytesField, GroupChoice, type ShownGroup } from './storage-acts.view.tsx';

/** Name of the act, and what it does. */
export const MANY_TEXTS: Readonly<Record<ManyAct, readonly [label: string, text: string]>> = {
  quota: [
    'Set storage',
    'All that each of them may store, in place of the usual amount. Less than is used deletes nothing: uploads are refused until there is space.',
  ],
  group: ['Set group', 'A person is in one group at most: it takes the place of the one before.'],
  block: [
    'Block',
    'Ends every session, link, upload and folder in common of each of them at once, until the account is unblocked. Nothing is deleted. The reason is in the letter to the person.',
  ],
  unblock: ['Unblock', 'Links, folders in common and the way in open again, as they were before the block.'],
  sign_out: ['Sign out everywhere', 'Ends every session. The people can sign in again.'],
};

export const peopleText = (count: number): string =>
  count === 1 ? '1 person' : `${count.toLocaleString('en')} people`;

/** Below the list: what to do to the chosen ones. */
export function ChooseAct({
  acts,
  allHref,
  isAll,
}: {
  acts: readonly ManyAct[];
  allHref: string;
  isAll: boolean;
}): ReactNode {
  const id = useId();
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3">
      <div className="field">
        <label htmlFor={`${id}-act`}>With those chosen</label>
        <select id={`${id}-act`} name="act" className="input">
          {acts.map((act) => (
            <option key={act} value={act}>
              {MANY_TEXTS[act][0]}
            </option>
          ))}
        </select>
      </div>
      <Button type="submit" name="step" value="choose">
        Continue
      </Button>
      <a className="link inline-flex min-h-11 items-center text-sm" href={allHref}>
        {isAll ? 'Choose none' : 'Choose all on this page'}
      </a>
    </div>
  );
}

export interface ManyViewProps {
  readonly here: string;
  readonly act: ManyAct;
  readonly people: readonly ShownPerson[];
  readonly groups: readonly ShownGroup[];
  readonly formKey: string;
  readonly refusal: string;
  /** The form that was refused; null for none. */
  readonly sent: SentAct | null;
}

export function ManyView({ here, act, people, groups, formKey, refusal, sent }: ManyViewProps): ReactNode {
  const [label, text] = MANY_TEXTS[act];
  return (
    <>
      <p className="text-sm">
        <a className="link inline-flex min-h-11 items-center" href={here}>
          All people
        </a>
      </p>
      <h1 className="text-2xl">{`${label}: ${peopleText(people.length)}`}</h1>
      <Outcome refusal={refusal} done={false} />
      <form method="post" action={here} data-guard className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-6">
        <input type="hidden" name="act" value={act} />
        <input type="hidden" name="key" value={formKey} />
        <div className="card grid grid-cols-[minmax(0,1fr)] gap-4 px-4 py-4 sm:px-5">
          <p className="max-w-prose text-sm">{text}</p>
          {act === 'quota' ? <AmountFields sent={sent} /> : null}
          {act === 'group' ? <GroupChoice groups={groups} chosen={sent?.group ?? ''} none="None" /> : null}
          <TextField label="Reason" name="reason" required maxLength={500} defaultValue={sent?.reason ?? ''} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="step" value="many" variant={act === 'block' ? 'danger' : 'primary'}>
              {label}
            </Button>
            <Button href={here} variant="plain">
              Cancel
            </Button>
          </div>
        </div>
        <section aria-labelledby="chosen">
          <h2 id="chosen" className="text-lg">
            Chosen people
          </h2>
          <ol className="card mt-4 divide-y divide-line">
            {people.map((person) => (
              <li key={person.userId} className="px-4 py-3 text-sm sm:px-5">
                <input type="hidden" name="pick" value={person.userId} />
                <PersonLine person={person} groups={groups} />
              </li>
            ))}
          </ol>
        </section>
      </form>
    </>
  );
}

function AmountFields({ sent }: { sent: SentAct | null }): ReactNode {
  const format = useFormat();
  const choice = (value: string, label: string, isChosen: boolean) => (
    <label className="flex min-h-11 cursor-pointer items-center gap-2 font-normal">
      <input type="radio" className="checkbox flex-none" name="amount" value={value} defaultChecked={isChosen} />
      {label}
    </label>
  );
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="text-sm font-semibold">Amount</legend>
        <div className="flex flex-wrap gap-x-6">
          {choice('set', 'The amount below', true)}
          {choice('plan', 'The usual amount', false)}
        </div>
      </fieldset>
      <div className="flex flex-wrap items-end gap-3">
        <GigabytesField sent={sent?.gb ?? ''} isRequired={false} />
        <EndFields sent={sent} act="quota" isOptional />
      </div>
      <p className="text-xs text-muted">{`${format.number(1)} GB is ${format.number(1024)} MB. Without a day, the amount has no end.`}</p>
    </>
  );
}
