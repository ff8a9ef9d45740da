/** Lists of people to invite: the form, the newest lists, and one list with the lines that need a look. In English, forms only. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { LOCALE_NAMES, LOCALES } from '#shared/locale/tags.ts';
import { LINE_STATE_NAMES, LINE_STATES, type LineState } from '#shared/ops/invite-list.ts';
import { Moment } from '../acts.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { Outcome } from '../outcome.view.tsx';

export interface ShownInvites {
  readonly id: string;
  readonly madeMs: number;
  readonly by: string;
  readonly reason: string;
  readonly lines: number;
  readonly counts: Partial<Record<LineState, number>>;
}

export interface InviteListsProps {
  readonly here: string;
  readonly listId: string;
  readonly lists: readonly ShownInvites[];
  /** Lines of the chosen list that need a look; null without a chosen list. */
  readonly wrong:
    | readonly { readonly line: number; readonly email: string; readonly state: LineState; readonly why: string }[]
    | null;
  /** Whether this server sends mail. */
  readonly mails: boolean;
  /** The form that was refused. */
  readonly sent: { readonly text: string; readonly reason: string };
  readonly refusal: string;
  readonly done: boolean;
}

const countsText = (counts: ShownInvites['counts']): string =>
  LINE_STATES.flatMap((state) => (counts[state] ? [`${counts[state]} ${LINE_STATE_NAMES[state]}`] : [])).join(' · ');

export function InviteListsView({
  here,
  listId,
  lists,
  wrong,
  mails,
  sent,
  refusal,
  done,
}: InviteListsProps): ReactNode {
  const id = useId();
  return (
    <>
      <h1 className="text-2xl">Invite people</h1>
      <Outcome refusal={refusal} done={done} />
      <OpsPart
        id="new"
        title="By list"
        lead={`A line a person: name, mail address, group, GB of storage. Only the address is needed. ${mails ? 'Each gets a letter with a link that opens one account.' : 'This server sends no mail: the links are a file for you to hand over.'} The first hundred lines are done at once, then a hundred every five minutes.`}
      >
        <form
          method="post"
          action={here}
          encType="multipart/form-data"
          data-guard
          className="card grid grid-cols-[minmax(0,1fr)] gap-3 px-4 py-4 sm:px-5"
        >
          <input type="hidden" name="list" value={listId} />
          <div className="field">
            <label htmlFor={`${id}-file`}>CSV file</label>
            <input
              id={`${id}-file`}
              type="file"
              name="file"
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              className="input py-2 file:me-3 file:font-semibold"
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}-text`}>Or its lines, or cells copied from a spreadsheet</label>
            <textarea
              id={`${id}-text`}
              name="text"
              rows={6}
              spellCheck={false}
              className="input font-mono text-sm"
              defaultValue={sent.text}
            />
          </div>
          <div className="flex flex-wrap items-end gap-3">
            <div className="field">
              <label htmlFor={`${id}-locale`}>Language of the letters</label>
              <select id={`${id}-locale`} name="locale" className="input">
                {LOCALES.map((tag) => (
                  <option key={tag} value={tag}>
                    {LOCALE_NAMES[tag]}
                  </option>
                ))}
              </select>
            </div>
            <div className="min-w-48 flex-1">
              <TextField label="Reason" name="reason" required maxLength={500} defaultValue={sent.reason} />
            </div>
            <Button type="submit" name="step" value="list" variant="primary">
              Invite
            </Button>
          </div>
        </form>
      </OpsPart>
      <OpsPart id="lists" title={wrong === null ? 'Lists' : 'This list'} lead="Lists are forgotten after 60 days.">
        {lists.length === 0 ? (
          <p className="text-muted">No list yet.</p>
        ) : (
          <ol className="card divide-y divide-line">
            {lists.map((list) => (
              <li key={list.id} className="px-4 py-3 text-sm sm:px-5">
                <p>
                  <a className="link font-semibold" href={`${here}?list=${list.id}`}>
                    {`${list.lines} lines`}
                  </a>{' '}
                  · <Moment ms={list.madeMs} /> · {list.by}
                </p>
                <p className="mt-0.5 break-words">{countsText(list.counts)}</p>
                <p className="mt-0.5 break-words text-muted">“{list.reason}”</p>
                <form method="post" action={here} className="mt-2 flex flex-wrap gap-3">
                  <input type="hidden" name="list" value={list.id} />
                  <Button type="submit" name="step" value="report" size="sm">
                    Report as CSV
                  </Button>
                  {list.counts.made ? (
                    <Button type="submit" name="step" value="links" size="sm">
                      Links as CSV
                    </Button>
                  ) : null}
                </form>
              </li>
            ))}
          </ol>
        )}
        {wrong === null || wrong.length === 0 ? null : (
          <ol className="card mt-4 divide-y divide-line text-sm">
            {wrong.map(({ line, email, state, why }) => (
              <li key={line} className="break-words px-4 py-2 sm:px-5">
                {`Line ${line}: ${email} · ${[LINE_STATE_NAMES[state], why].filter(Boolean).join(': ')}`}
              </li>
            ))}
          </ol>
        )}
      </OpsPart>
    </>
  );
}
