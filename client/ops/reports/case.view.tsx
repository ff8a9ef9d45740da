/** One reported link: who said what, the evidence, the decisions, and the next one. In English, forms only. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import {
  type CaseAct,
  type CaseState,
  isClosing,
  REPORT_REASONS,
  RESTRICTED_STATUSES,
  type ReportReason,
} from '#shared/share/reports.ts';
import { actorName, Moment, type ShownActor } from '../acts.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { Outcome } from '../outcome.view.tsx';
import { REASON_NAMES, STATE_NAMES, useStatusName } from './reports.view.tsx';

interface ShownFile {
  readonly nodeId: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  readonly contentKey: string;
  readonly isReported: boolean;
  readonly isBanned: boolean;
}

interface ShownDecision {
  readonly seq: number;
  readonly atMs: number;
  readonly by: ShownActor;
  readonly act: CaseAct;
  readonly status: string;
  readonly ground: ReportReason;
  readonly note: string;
  readonly appeal: { readonly message: string; readonly atMs: number } | null;
}

export interface CaseViewProps {
  readonly here: string;
  readonly found: {
    readonly shareId: string;
    readonly ownerId: string;
    readonly title: string;
    readonly status: string;
    readonly fileNum: number;
    readonly sizeBytes: number;
    readonly state: CaseState;
    readonly judged: string;
    readonly weight: number;
    readonly openedMs: number;
    readonly decision: number;
    readonly reasons: readonly ReportReason[];
    readonly people: readonly {
      readonly reporter: string;
      readonly reason: ReportReason;
      readonly note: string;
      readonly fileId: string;
      readonly email: string;
      readonly locale: string;
      readonly atMs: number;
      readonly isAnswered: boolean;
    }[];
    readonly files: readonly ShownFile[];
    readonly decisions: readonly ShownDecision[];
  };
  readonly acts: readonly CaseAct[];
  readonly linkHref: string;
  /** The page about the owner, which has the public name and its reset. */
  readonly ownerHref: string;
  /** Makes pressing twice one decision. */
  readonly formKey: string;
  /** Why the last form was refused; '' for none. */
  readonly refusal: string;
  readonly done: boolean;
}

const ACT_NAMES: Readonly<Record<CaseAct, string>> = {
  none: 'No action: the link stays open',
  restrict: 'Close the link; its owner keeps the files',
  ban: 'Close the link and ban the chosen files everywhere',
  restore: 'Open the link and lift its bans',
  uphold: 'Confirm the decision after the objection',
};

/** Files whose boxes are on the page; a ban of more is one of `npm run ops`. */
const SHOWN_FILES = 200;

export function CaseView(props: CaseViewProps): ReactNode {
  const { found, linkHref, ownerHref, refusal, done } = props;
  const format = useFormat();
  const statusName = useStatusName();
  const { title, state, judged, weight, ownerId, status, fileNum, sizeBytes, openedMs, shareId } = found;
  return (
    <>
      <h1 className="text-2xl break-words" dir="auto">
        {title || shareId}
      </h1>
      <p className="mt-2 text-sm text-muted">
        {STATE_NAMES[state]}
        {judged === '' ? '' : ` · ${statusName(judged)}`} · weight {weight} · reported first <Moment ms={openedMs} />
      </p>
      <Outcome refusal={refusal} done={done} />
      <dl className="card mt-6 grid gap-x-6 gap-y-2 p-4 text-sm sm:grid-cols-[max-content_1fr]">
        <dt className="text-muted">Link</dt>
        <dd className="min-w-0 break-words">
          <a className="link" href={linkHref} rel="noreferrer">
            {shareId}
          </a>
        </dd>
        <dt className="text-muted">Owner</dt>
        <dd className="min-w-0 break-words">
          <a className="link" href={ownerHref}>
            {ownerId}
          </a>
        </dd>
        <dt className="text-muted">When it was reported</dt>
        <dd>
          {statusName(status)} · {format.number(fileNum)} {fileNum === 1 ? 'file' : 'files'} · {format.bytes(sizeBytes)}
        </dd>
      </dl>
      <People {...props} />
      <Evidence {...props} />
      <Judgement {...props} />
      <Decisions {...props} />
    </>
  );
}

function People({ found: { people } }: CaseViewProps): ReactNode {
  return (
    <OpsPart id="people" title="Reports" lead="One for each person, at most 200.">
      <ol className="card divide-y divide-line">
        {people.map(({ reporter, reason, note, fileId, email, locale, atMs, isAnswered }) => (
          <li key={reporter} className="px-4 py-3 text-sm">
            <p className="font-semibold">{REASON_NAMES[reason]}</p>
            {note === '' ? null : (
              <p className="mt-1 break-words whitespace-pre-wrap" dir="auto">
                {note}
              </p>
            )}
            <p className="mt-1 text-xs break-words text-muted">
              <Moment ms={atMs} /> · {locale}
              {fileId === '' ? '' : ` · file ${fileId}`}
              {email === '' ? '' : isAnswered ? ` · answered, ${email}` : ' · waits for an answer'}
            </p>
          </li>
        ))}
      </ol>
    </OpsPart>
  );
}

function Evidence({ here, found: { files, shareId } }: CaseViewProps): ReactNode {
  const format = useFormat();
  return (
    <OpsPart
      id="evidence"
      title="Evidence"
      lead="The files of the link when it was reported. Their contents are kept while the case is open. Opening one is an act in the log."
    >
      {files.length === 0 ? (
        <p className="text-muted">The link showed no complete file.</p>
      ) : (
        <ol className="card divide-y divide-line">
          {files.slice(0, SHOWN_FILES).map(({ nodeId, name, mime, sizeBytes, contentKey, isReported, isBanned }) => (
            <li key={nodeId} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-semibold break-words" dir="auto">
                  {name}
                </p>
                <p className="mt-0.5 text-xs break-all text-muted">
                  {[isReported ? 'reported' : '', isBanned ? 'banned' : '', format.bytes(sizeBytes), mime, contentKey]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <form method="post" action={here} target="_blank" rel="noreferrer">
                <input type="hidden" name="case" value={shareId} />
                <input type="hidden" name="file" value={nodeId} />
                <Button type="submit" name="step" value="open">
                  Open
                </Button>
              </form>
            </li>
          ))}
        </ol>
      )}
    </OpsPart>
  );
}

function Judgement({ here, found, acts, formKey }: CaseViewProps): ReactNode {
  const statusName = useStatusName();
  const closes = acts.some(isClosing);
  const status = RESTRICTED_STATUSES.find((each) => each === found.judged) ?? 'SENSITIVE_RESOURCE';
  const [ground = 'other'] = found.decisions[0] ? [found.decisions[0].ground] : found.reasons;
  return (
    <OpsPart id="decide" title="Decide" lead="Owner and reporters get a letter. The reason below is for the log alone.">
      <form method="post" action={here} data-guard className="grid gap-5">
        <input type="hidden" name="case" value={found.shareId} />
        <input type="hidden" name="seen" value={found.decision} />
        <input type="hidden" name="key" value={formKey} />
        <fieldset className="min-w-0">
          <legend className="mb-2 font-semibold">Act</legend>
          <div className="card divide-y divide-line">
            {acts.map((act) => (
              <label key={act} className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 text-sm">
                <input type="radio" name="act" value={act} required />
                {ACT_NAMES[act]}
              </label>
            ))}
          </div>
        </fieldset>
        {closes ? (
          <div className="grid gap-4 sm:grid-cols-2">
            <Choice
              label="What its owner reads"
              name="ground"
              value={ground}
              values={REPORT_REASONS}
              nameOf={(reason) => REASON_NAMES[reason]}
            />
            <Choice
              label="Status of the link"
              name="status"
              value={status}
              values={RESTRICTED_STATUSES}
              nameOf={statusName}
            />
          </div>
        ) : null}
        {acts.includes('ban') && found.files.length > 0 ? <BanChoice files={found.files} /> : null}
        <TextField label="Reason for the log" name="reason" required maxLength={400} />
        <div>
          <Button type="submit" name="step" value="decide" variant="primary">
            Decide
          </Button>
        </div>
      </form>
    </OpsPart>
  );
}

function Choice<Value extends string>({
  label,
  name,
  value,
  values,
  nameOf,
}: {
  label: string;
  name: string;
  value: Value;
  values: readonly Value[];
  nameOf: (value: Value) => string;
}): ReactNode {
  return (
    <div className="field">
      <label htmlFor={`case-${name}`}>{label}</label>
      <select id={`case-${name}`} name={name} className="input" defaultValue={value}>
        {values.map((each) => (
          <option key={each} value={each}>
            {nameOf(each)}
          </option>
        ))}
      </select>
    </div>
  );
}

function BanChoice({ files }: { files: readonly ShownFile[] }): ReactNode {
  const hasReported = files.some(({ isReported }) => isReported);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">Files that a ban concerns</legend>
      <div className="card divide-y divide-line">
        {files.slice(0, SHOWN_FILES).map(({ nodeId, name, isReported }) => (
          <label key={nodeId} className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-2 text-sm">
            <input type="checkbox" name="file" value={nodeId} defaultChecked={isReported || !hasReported} />
            <span className="min-w-0 break-words" dir="auto">
              {name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Decisions({ found: { decisions } }: CaseViewProps): ReactNode {
  const statusName = useStatusName();
  if (decisions.length === 0) return null;
  return (
    <OpsPart id="decisions" title="Decisions" lead="Newest first.">
      <ol className="card divide-y divide-line">
        {decisions.map(({ seq, atMs, by, act, status, ground, note, appeal }) => (
          <li key={seq} className="px-4 py-3 text-sm">
            <p className="font-semibold">{ACT_NAMES[act]}</p>
            <p className="mt-0.5 text-xs text-muted">
              {actorName(by)} · <Moment ms={atMs} />
              {status === '' ? '' : ` · ${statusName(status)} · ${REASON_NAMES[ground]}`}
            </p>
            <p className="mt-1 break-words">“{note}”</p>
            {appeal ? (
              <div className="mt-2 border-s-2 border-line ps-3">
                <p className="text-xs text-muted">
                  The owner objects, <Moment ms={appeal.atMs} />
                </p>
                <p className="mt-1 break-words whitespace-pre-wrap" dir="auto">
                  {appeal.message}
                </p>
              </div>
            ) : null}
          </li>
        ))}
      </ol>
    </OpsPart>
  );
}
