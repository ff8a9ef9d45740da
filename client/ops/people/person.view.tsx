/** One person as operators see them, and the acts on the account, each with its reason. In English, forms only. */
import type { ReactNode } from 'react';
import { useFormat } from '#client/ui/i18n.tsx';
import { shownMail } from '#shared/intake/mail.ts';
import { isolated } from '#shared/locale/isolated.ts';
import { hasRight, type OperatorRole } from '#shared/operator-rights.ts';
import { href } from '#shared/routes.ts';
import type { CaseState } from '#shared/share/reports.ts';
import { Moment } from '../acts.view.tsx';
import { type DeskEntry, LedgerEntries } from '../members.view.tsx';
import { OpsPart } from '../ops-frame.view.tsx';
import { Outcome } from '../outcome.view.tsx';
import { STATE_NAMES, useStatusName } from '../reports/reports.view.tsx';
import { type GivenLink, GivenLinkNotice } from './given-link.view.tsx';
import { type AccountFacts, PersonActs, type SentAct } from './person-acts.view.tsx';
import { StatusMark } from './person-line.view.tsx';
import { QuotaFact, StorageActs, type StorageFacts } from './storage-acts.view.tsx';
import { type WayInAct, WaysIn } from './ways-in.view.tsx';

export interface PersonCase {
  readonly href: string;
  readonly shareId: string;
  readonly title: string;
  readonly state: CaseState;
  readonly judged: string;
  readonly reports: number;
  readonly openedMs: number;
}

export interface PersonViewProps extends StorageFacts {
  readonly here: string;
  readonly account: AccountFacts & {
    readonly name: string;
    readonly email: string;
    readonly phone: string;
    readonly createdMs: number;
    readonly passwordMs: number;
    readonly language: string;
    readonly factors: readonly { readonly kind: 'code' | 'passkey'; readonly addedMs: number }[];
    readonly recoveryCodesLeft: number;
    readonly acts: readonly WayInAct[];
    readonly sessions: readonly { readonly clientId: string; readonly createdMs: number; readonly usedMs: number }[];
  };
  /** Null for an account that is not blocked. */
  readonly block: { readonly atMs: number; readonly reason: string } | null;
  /** Null for a drive that was never used. */
  readonly space: {
    readonly usageBytes: number;
    readonly trashBytes: number;
    readonly versionBytes: number;
    readonly reservedBytes: number;
    readonly limitBytes: number;
  } | null;
  readonly isPremium: boolean;
  /** 0: there never was any premium. */
  readonly premiumEndsMs: number;
  /** By which strangers know the person; '' for a masked one. */
  readonly publicName: string;
  readonly links: number;
  readonly directLinks: number;
  readonly cases: readonly PersonCase[];
  readonly entries: readonly DeskEntry[];
  /** Of the operator who looks. */
  readonly role: OperatorRole;
  /** The operator looks at the own account. */
  readonly isOwn: boolean;
  readonly operatorId: string;
  /** Makes pressing twice one act. */
  readonly formKey: string;
  /** Whether the service has premium. */
  readonly hasOffers: boolean;
  /** Whether a code reaches the person. */
  readonly codes: boolean;
  readonly link: GivenLink | null;
  /** The form that was refused; null for none. */
  readonly sent: SentAct | null;
  readonly refusal: string;
  readonly done: boolean;
}

const JOBS = href('ops.document', { document: 'jobs' });

function Fact({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid gap-x-4 gap-y-0.5 py-2 sm:grid-cols-[10rem_1fr]">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

export function PersonView(props: PersonViewProps): ReactNode {
  const { here, account, entries, refusal, done, link, role } = props;
  // A page after a refusal keeps its address.
  const action = `${here}?${new URLSearchParams({ person: account.userId })}`;
  return (
    <>
      <p className="text-sm">
        <a className="link inline-flex min-h-11 items-center" href={here}>
          All people
        </a>
      </p>
      <h1 className="flex flex-wrap items-baseline gap-x-3 break-all text-2xl">
        {account.name || account.userId} <StatusMark status={account.status} role={account.role} />
      </h1>
      <Outcome refusal={refusal} done={done} />
      <GivenLinkNotice link={link} />
      <Facts {...props} />
      <PersonActs
        {...props}
        here={action}
        hasFactors={account.factors.length > 0}
        storage={<StorageActs {...props} here={action} hasFactors={account.factors.length > 0} />}
      />
      <WaysIn
        here={action}
        userId={account.userId}
        factors={account.factors}
        recoveryCodesLeft={account.recoveryCodesLeft}
        acts={account.acts}
        operatorId={props.operatorId}
        mayAct={hasRight(role, 'help') && !props.isOwn && (account.role === '' || role === 'all')}
      />
      <Sessions {...props} />
      {hasRight(role, 'content') ? <Cases {...props} /> : null}
      {hasRight(role, 'money') ? (
        <OpsPart id="ledger" title="Ledger" lead="Entries are never changed; taking back adds one. Newest first.">
          <LedgerEntries here={action} person={account.userId} entries={entries} />
        </OpsPart>
      ) : null}
    </>
  );
}

/** Before the moment of the end. A service without plans keeps the limits that were granted before. */
function planText({ hasOffers, isPremium, premiumEndsMs }: PersonViewProps): string {
  if (!hasOffers) return isPremium ? 'Until ' : 'Ended ';
  if (isPremium) return 'Premium until ';
  return premiumEndsMs === 0 ? 'Free; never had premium' : 'Free; premium ended ';
}

function Facts(props: PersonViewProps): ReactNode {
  const { account, publicName, block, space, premiumEndsMs, links, directLinks, group, role, hasOffers } = props;
  const format = useFormat();
  return (
    <dl className="card mt-6 divide-y divide-line px-4 text-sm sm:px-5">
      <Fact label="Account">{account.userId}</Fact>
      <Fact label="Email">{shownMail(account.email) || 'None'}</Fact>
      <Fact label="Phone number">{account.phone || 'None'}</Fact>
      <Fact label="Public name">{publicName === '' ? 'None: masked' : isolated(publicName)}</Fact>
      <Fact label="Since">
        <Moment ms={account.createdMs} />
      </Fact>
      <Fact label="Password set">
        <Moment ms={account.passwordMs} />
      </Fact>
      <Fact label="Language of letters">{account.language}</Fact>
      {block ? (
        <Fact label="Blocked">
          <Moment ms={block.atMs} />: “{block.reason}”
        </Fact>
      ) : null}
      {hasOffers || premiumEndsMs > 0 ? (
        <Fact label={hasOffers ? 'Plan' : 'Larger limits'}>
          {planText(props)}
          {premiumEndsMs === 0 ? null : <Moment ms={premiumEndsMs} />}
        </Fact>
      ) : null}
      <Fact label="Storage">
        {space === null
          ? 'Never used'
          : `${format.bytes(space.usageBytes)} of ${format.bytes(space.limitBytes)} · ${format.bytes(space.trashBytes)} in the trash · ${format.bytes(space.versionBytes)} in versions · ${format.bytes(space.reservedBytes)} reserved by uploads`}
      </Fact>
      <Fact label="Amount">
        <QuotaFact {...props} />
      </Fact>
      <Fact label="Group">{group?.name ?? 'None'}</Fact>
      {hasRight(role, 'jobs') ? (
        <Fact label="Jobs">
          <a className="link" href={`${JOBS}?person=${account.userId}`}>
            Under way or failed
          </a>
        </Fact>
      ) : null}
      <Fact label="Links">{`${counted(links, 'link')} · ${counted(directLinks, 'direct link')}`}</Fact>
      {account.endsMs === 0 ? null : (
        <Fact label="Deleted">
          <Moment ms={account.endsMs} />
        </Fact>
      )}
    </dl>
  );
}

function Sessions({ account }: PersonViewProps): ReactNode {
  return (
    <OpsPart id="sessions" title="Sessions">
      {account.sessions.length === 0 ? (
        <p className="text-muted">Signed in nowhere.</p>
      ) : (
        <ol className="card divide-y divide-line">
          {account.sessions.map(({ clientId, createdMs, usedMs }) => (
            <li key={`${clientId} ${createdMs}`} className="px-4 py-3 text-sm sm:px-5">
              {clientId} · since <Moment ms={createdMs} /> · last used <Moment ms={usedMs} />
            </li>
          ))}
        </ol>
      )}
    </OpsPart>
  );
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function Cases({ cases }: PersonViewProps): ReactNode {
  const statusName = useStatusName();
  return (
    <OpsPart id="reports" title="Reported links">
      {cases.length === 0 ? (
        <p className="text-muted">No link of this person was reported.</p>
      ) : (
        <ol className="card divide-y divide-line">
          {cases.map(({ href, shareId, title, state, judged, reports, openedMs }) => (
            <li key={shareId} className="px-4 py-3 text-sm sm:px-5">
              <a className="link break-words" href={href}>
                {title || shareId}
              </a>
              <p className="mt-0.5 text-muted">
                {[STATE_NAMES[state], statusName(judged), counted(reports, 'report')].filter(Boolean).join(' · ')} ·{' '}
                <Moment ms={openedMs} />
              </p>
            </li>
          ))}
        </ol>
      )}
    </OpsPart>
  );
}
