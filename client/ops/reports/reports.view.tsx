/** Reported links, heaviest first. In English, like the rest of the console. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { SHARE_STATUSES } from '#shared/share/model.ts';
import type { CaseState, ReportReason } from '#shared/share/reports.ts';
import { Moment } from '../acts.view.tsx';
import { MoreLink } from '../more-link.view.tsx';

export const REASON_NAMES: Readonly<Record<ReportReason, string>> = {
  copyright: 'Copyright',
  child_abuse: 'Child abuse',
  malware: 'Malware or phishing',
  violence: 'Violence or hate',
  private_data: 'Private data',
  spam: 'Spam',
  sender_name: 'The sender’s name',
  other: 'Something else',
};

export const STATE_NAMES: Readonly<Record<CaseState, string>> = {
  open: 'Open',
  appealed: 'Appealed',
  decided: 'Decided',
};

/** A state of a link, in the words of its owner's list. */
export function useStatusName(): (status: string) => string {
  const { t } = useT();
  return (status) => {
    const known = SHARE_STATUSES.find((each) => each === status);
    return known ? t(`share.my_links.state.${known}`) : status;
  };
}

export interface ShownCase {
  readonly href: string;
  readonly shareId: string;
  readonly title: string;
  readonly state: CaseState;
  readonly judged: string;
  readonly weight: number;
  readonly reports: number;
  readonly reasons: readonly ReportReason[];
  readonly changedMs: number;
}

export interface ReportsViewProps {
  readonly here: string;
  readonly cases: readonly ShownCase[];
  readonly state: CaseState | '';
  /** Numbers of cases that wait for an operator. */
  readonly waiting: { readonly open: string; readonly appealed: string };
  readonly nextHref: string;
}

const FILTERS = ['open', 'appealed', 'decided', ''] as const;

function labelOf(filter: CaseState | '', waiting: ReportsViewProps['waiting']): string {
  if (filter === '') return 'All';
  const count = filter === 'decided' ? '0' : waiting[filter];
  return count === '0' ? STATE_NAMES[filter] : `${STATE_NAMES[filter]} (${count})`;
}

export function ReportsView({ here, cases, state, waiting, nextHref }: ReportsViewProps): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Reports</h1>
      <p className="mt-2 max-w-prose text-muted">
        One case for each reported link, the heaviest first. A report never closes a link by itself.
      </p>
      <nav aria-label="Filter cases" className="mt-4">
        <ul className="flex flex-wrap gap-x-5">
          {FILTERS.map((filter) => (
            <li key={filter}>
              <a
                className="flex min-h-11 items-center text-sm font-semibold text-muted hover:text-ink aria-[current]:text-accent"
                href={`${here}?state=${filter}`}
                aria-current={filter === state ? 'true' : undefined}
              >
                {labelOf(filter, waiting)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {cases.length === 0 ? (
        <p className="mt-4 text-muted">No links here.</p>
      ) : (
        <ol className="card mt-4 divide-y divide-line">
          {cases.map((each) => (
            <li key={each.shareId} className="px-4 py-3 sm:px-5">
              <CaseLine {...each} />
            </li>
          ))}
        </ol>
      )}
      <MoreLink href={nextHref}>More cases</MoreLink>
    </>
  );
}

function CaseLine({ href, title, state, judged, weight, reports, reasons, changedMs, shareId }: ShownCase): ReactNode {
  const statusName = useStatusName();
  return (
    <>
      <a className="link font-semibold break-words" href={href} dir="auto">
        {title || shareId}
      </a>
      <p className="mt-1 text-sm">
        {reasons.map((reason) => REASON_NAMES[reason]).join(', ')} · {reports === 1 ? '1 person' : `${reports} people`}
      </p>
      <p className="mt-0.5 text-xs text-muted">
        {STATE_NAMES[state]}
        {judged === '' ? '' : ` · ${statusName(judged)}`} · weight {weight} · <Moment ms={changedMs} />
      </p>
    </>
  );
}
