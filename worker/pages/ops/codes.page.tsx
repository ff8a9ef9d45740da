/** `/ops/codes`: batches of gift codes. The codes of a new batch are the answer to its form, as a file, this one time. */
import type { Context } from 'hono';
import { CodesView } from '#client/ops/codes.view.tsx';
import { AppError } from '#shared/errors.ts';
import { href } from '#shared/routes.ts';
import { DAY_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { MAX_BATCH_CODES } from '#worker/services/membership/service.ts';
import { readForm, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { countOf, deskRefusal, productsOfDesk, reasonOf, regionOfForm } from './desk-form.ts';
import type { Operator } from './operator.ts';

const HERE = href('ops.document', { document: 'codes' });
const MAX_DAYS = 3_660;

async function show(c: Context<AppEnv>, deps: PageDeps, operator: Operator, refusal: string): Promise<Response> {
  const nowMs = deps.clock.nowMs();
  const [batches, products] = await Promise.all([deps.giftCodes.listBatches(), productsOfDesk(deps)]);
  return deskPage(
    c,
    { title: 'Gift codes', section: HERE, operator, status: refusal === '' ? 200 : 400 },
    <CodesView
      here={HERE}
      products={products}
      batches={batches.map((batch) => ({
        ...batch,
        by: batch.actor.name || batch.actor.id,
        isOpen: batch.revokedMs === null && nowMs < batch.untilMs,
      }))}
      mostCodes={MAX_BATCH_CODES}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
    />,
  );
}

export function codesPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  return show(c, deps, operator, '');
}

/** Logs before it makes: no codes exist without a line in the log. */
async function makeBatch({ giftCodes, documents, clock }: PageDeps, operator: Operator, form: SentForm) {
  const product = form.field('product', 40);
  const count = countOf(form, 'count');
  const days = countOf(form, 'days');
  if (count < 1 || count > MAX_BATCH_CODES)
    throw new AppError('invalid_argument', { field: 'count', reason: 'out_of_range' });
  if (days < 1 || days > MAX_DAYS) throw new AppError('invalid_argument', { field: 'days', reason: 'out_of_range' });
  const note = form.field('note', 200).trim();
  const said = `${count} of ${product} for ${days} days${note === '' ? '' : `: ${note}`}`;
  await documents.recordAct(operator, { act: 'codes_made', subject: 'members', note: said });
  const actor = { id: operator.id, name: operator.name };
  const untilMs = clock.nowMs() + days * DAY_MS;
  return giftCodes.createBatch({ product, region: regionOfForm(form), count, untilMs, note, actor });
}

function fileOf(batchId: string, codes: readonly string[]): Response {
  return new Response(['code', ...codes, ''].join('\r\n'), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="gift-codes-${batchId}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

export async function codesPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  try {
    if (form.get('step') === 'make') {
      const { batch, codes } = await makeBatch(deps, operator, form);
      return fileOf(batch.id, codes);
    }
    if (form.get('step') !== 'revoke') throw new AppError('invalid_argument', { field: 'step', reason: 'format' });
    const id = form.field('batch', 10);
    const reason = reasonOf(form);
    const batches = await deps.giftCodes.listBatches();
    if (!batches.some((batch) => batch.id === id))
      throw new AppError('not_found', { field: 'batch', reason: 'not_found' });
    await deps.documents.recordAct(operator, { act: 'codes_revoked', subject: 'members', note: `${id}: ${reason}` });
    await deps.giftCodes.revokeBatch(id);
    return seeOther(`${HERE}?done=1`);
  } catch (error) {
    return show(c, deps, operator, deskRefusal(c, error));
  }
}
