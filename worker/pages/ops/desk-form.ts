/** Fields and refusals that forms of the operators' sections share. */
import type { Context } from 'hono';
import type { DeskEntry } from '#client/ops/members.view.tsx';
import type { ShownProduct } from '#client/ops/product-choice.view.tsx';
import { AppError } from '#shared/errors.ts';
import { REGIONS, type Region } from '#shared/membership/ledger.ts';
import { itemOf, productsOf } from '#shared/membership/offer.ts';
import { FOR_EVER_MS, spansOf } from '#shared/membership/timeline.ts';
import { operatorRefusal } from '#shared/ops/refusals.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Ledger } from '#worker/services/membership/service.ts';
import { refusalOf, type SentForm, sentenceOf } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const REASON_CHARS = 500;

/** @throws AppError invalid_argument for an empty reason */
export function reasonOf(form: SentForm, field = 'reason'): string {
  const reason = form.field(field, REASON_CHARS).trim();
  if (reason === '') throw new AppError('invalid_argument', { field, reason: 'missing' });
  return reason;
}

/** A whole number; an empty field is 0. @throws AppError invalid_argument */
export function countOf(form: SentForm, name: string): number {
  const text = form.field(name, 12).trim();
  if (!/^\d{1,9}$/.test(text === '' ? '0' : text))
    throw new AppError('invalid_argument', { field: name, reason: 'format' });
  return Number(text);
}

export function regionOfForm(form: SentForm): Region {
  return REGIONS.find((region) => region === form.get('region')) ?? 'global';
}

export async function productsOfDesk({ membership }: Pick<PageDeps, 'membership'>): Promise<ShownProduct[]> {
  const products = productsOf(await membership.catalogue());
  return products.map((product) => ({ id: product.id, item: itemOf(product, 1, 'global') }));
}

/** The sentence of a refusal, with the field that it is about. @throws the error itself when the server failed */
export function deskRefusal(c: Context<AppEnv>, error: unknown): string {
  const { errorName, detail } = refusalOf(error);
  if (detail?.field === 'reason' && detail.reason === 'missing') return 'Give a reason.';
  const own = operatorRefusal(detail?.reason);
  if (own !== null) return own;
  const sentence = sentenceOf(new AppError(errorName, detail), translatorOf(c.get('locale')));
  return detail?.field ? `${sentence} (${detail.field}: ${detail.reason ?? detail.message ?? ''})` : sentence;
}

/** Entries of a ledger as operators see them, newest first. */
export function deskEntries({ entries, timeline }: Ledger): DeskEntry[] {
  const spans = spansOf(timeline);
  const reversed = new Set(
    entries.filter(({ kind }) => kind === 'reverse').map(({ source, key }) => `${source} ${key}`),
  );
  return entries
    .map((entry): DeskEntry => {
      const { id, kind, source, key, item, atMs, reason, actor } = entry;
      const span = spans.find(({ entryId }) => entryId === id);
      return {
        id,
        kind,
        source,
        key,
        item,
        atMs,
        reason,
        by: actor.name || actor.id || 'the system',
        span: span ? { startMs: span.startMs, endMs: span.endMs === FOR_EVER_MS ? null : span.endMs } : null,
        canReverse: kind === 'grant' && !reversed.has(`${source} ${key}`),
      };
    })
    .toReversed();
}
