/** The ledger of a person in words: what the person has now, and every grant that it comes from. */
import type { ReactNode } from 'react';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import type { GrantSource, LedgerItem } from '#shared/membership/ledger.ts';
import { productName } from '#shared/membership/product-name.ts';
import { href } from '#shared/routes.ts';

/** One grant of the ledger with what became of it. */
export interface ShownGrant {
  readonly id: string;
  readonly item: LedgerItem;
  readonly source: GrantSource | 'grace';
  readonly atMs: number;
  /** Null when it does not count. */
  readonly span: {
    readonly startMs: number;
    /** Null without an end. */
    readonly endMs: number | null;
    readonly when: 'past' | 'now' | 'later';
  } | null;
  readonly reversed: { readonly atMs: number; readonly reason: string } | null;
  readonly reason: string;
  /** The order that was paid; '' for none. */
  readonly orderId: string;
}

/** The state that the ledger folds to at this moment. */
export interface Have {
  /** End of premium, epoch ms; null on the free plan. */
  readonly premiumUntilMs: number | null;
  /** Bytes of the plan. */
  readonly planBytes: number;
  /** Bytes of plan and packs. */
  readonly storageBytes: number;
  readonly packs: readonly { readonly id: string; readonly bytes: number; readonly endMs: number }[];
}

export interface LedgerSectionProps {
  readonly have: Have;
  /** Newest first. */
  readonly grants: readonly ShownGrant[];
}

export function LedgerSection({ have, grants }: LedgerSectionProps): ReactNode {
  const { t } = useT();
  return (
    <section id="ledger" aria-labelledby="ledger-title" className="scroll-mt-20">
      <h2 id="ledger-title" className="text-xl">
        {t('membership.ledger.title')}
      </h2>
      <HaveCard {...have} />
      <p className="mt-6 text-muted">{t('membership.ledger.lead')}</p>
      {grants.length === 0 ? (
        <p className="mt-4 text-muted">{t('membership.ledger.empty')}</p>
      ) : (
        <ol className="card mt-4 divide-y divide-line">
          {grants.map((grant) => (
            <li key={grant.id} className="grid gap-1 px-4 py-4 sm:px-5">
              <GrantLine grant={grant} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function HaveCard({ premiumUntilMs, planBytes, storageBytes, packs }: Have): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <Card className="mt-4 grid gap-2 p-5 sm:p-6">
      <h3 className="text-base font-semibold">{t('membership.have.title')}</h3>
      <p>
        {premiumUntilMs === null
          ? t('membership.have.free')
          : t('membership.have.premium', { date: format.date(premiumUntilMs) })}
      </p>
      <p>{t('membership.have.storage', { total: format.bytes(storageBytes), plan: format.bytes(planBytes) })}</p>
      {packs.length === 0 ? null : (
        <ul className="list-disc ps-5 text-sm">
          {packs.map(({ id, bytes, endMs }) => (
            <li key={id}>{t('membership.have.pack', { size: format.bytes(bytes), date: format.date(endMs) })}</li>
          ))}
        </ul>
      )}
    </Card>
  );
}

const SOURCES = {
  order: 'membership.ledger.order',
  code: 'membership.ledger.code',
  operator: 'membership.ledger.operator',
  activity: 'membership.ledger.activity',
  demo: 'membership.ledger.demo',
  grace: 'membership.ledger.grace',
} as const satisfies Readonly<Record<ShownGrant['source'], string>>;

const SPANS = {
  past: 'membership.ledger.counted',
  now: 'membership.ledger.counts',
  later: 'membership.ledger.will_count',
} as const;

function GrantLine({ grant }: { grant: ShownGrant }): ReactNode {
  const translator = useT();
  const { t } = translator;
  const format = useFormat();
  const { item, source, atMs, span, reversed, reason, orderId } = grant;
  const origin = t(SOURCES[source], { date: format.date(atMs) });
  const reasonText = reversed?.reason || reason;
  return (
    <>
      <p className="font-semibold">
        {reversed ? (
          <s className="text-muted">{productName(item, translator, format)}</s>
        ) : (
          productName(item, translator, format)
        )}
      </p>
      <p className="text-sm text-muted">
        {orderId === '' ? (
          origin
        ) : (
          <a className="link inline-flex min-h-6 items-center" href={href('payment.order', { orderId })}>
            {origin}
          </a>
        )}
      </p>
      {span ? (
        <p className="text-sm">
          {span.endMs === null
            ? t('membership.ledger.counts_on', { from: format.date(span.startMs) })
            : t(SPANS[span.when], { from: format.date(span.startMs), until: format.date(span.endMs) })}
        </p>
      ) : null}
      {reversed ? (
        <p className="text-sm">{t('membership.ledger.reversed', { date: format.date(reversed.atMs) })}</p>
      ) : null}
      {reasonText === '' ? null : (
        <p className="text-sm" dir="auto">
          {t('membership.ledger.reason', { reason: reasonText })}
        </p>
      )}
    </>
  );
}
