/** `/ops/members`: the ledger of a person; grants and reversals with a reason. Each form is one act in the log, noted before it takes effect. */
import type { Context } from 'hono';
import { type DeskMember, MembersView } from '#client/ops/members.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asUserId } from '#shared/ids.ts';
import { membershipAt } from '#shared/membership/fold.ts';
import { findProduct, itemOf } from '#shared/membership/offer.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { readForm, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { deskEntries, deskRefusal, productsOfDesk, reasonOf, regionOfForm } from './desk-form.ts';
import type { Operator } from './operator.ts';

const HERE = href('ops.document', { document: 'members' });
const PERSON_CHARS = 200;
const KEY = /^[0-9a-f]{16,64}$/;

/** By a name of the account, else by the id of a buyer or of an order. @returns null when there is none */
async function findBuyer({ auth, billing }: PageDeps, term: string): Promise<string | null> {
  try {
    return await auth.findPerson(term);
  } catch (error) {
    if (asAppError(error).errorName !== 'not_found') throw error;
    const [order] = await billing.findOrders(term);
    return order?.userId ?? null;
  }
}

async function memberOf(deps: PageDeps, person: string): Promise<DeskMember | null> {
  const { membership, clock } = deps;
  const userId = await findBuyer(deps, person);
  if (userId === null) return null;
  const { entries, timeline } = await membership.ledgerOf(userId);
  const { status, expiresMs } = membershipAt(timeline, clock.nowMs());
  return { userId, isPremium: status === 'ok', expiresMs, entries: deskEntries({ entries, timeline }) };
}

async function show(
  c: Context<AppEnv>,
  deps: PageDeps,
  operator: Operator,
  { term, refusal }: { term: string; refusal: string },
): Promise<Response> {
  const [member, products] = await Promise.all([term === '' ? null : memberOf(deps, term), productsOfDesk(deps)]);
  return deskPage(
    c,
    { title: 'Members', section: HERE, operator, status: refusal === '' ? 200 : 400 },
    <MembersView
      here={HERE}
      term={term}
      member={member}
      products={products}
      grantKey={newHexId()}
      refusal={refusal}
      done={refusal === '' && c.req.query('done') !== undefined}
    />,
  );
}

export function membersPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  return show(c, deps, operator, { term: (c.req.query('q') ?? '').trim().slice(0, PERSON_CHARS), refusal: '' });
}

async function grantTo({ membership, documents }: PageDeps, operator: Operator, userId: string, form: SentForm) {
  const reason = reasonOf(form);
  const key = form.field('key', 64);
  if (!KEY.test(key)) throw new AppError('invalid_argument', { field: 'key', reason: 'format' });
  const id = form.field('product', 40);
  const product = findProduct(await membership.catalogue(), id);
  if (!product) throw new AppError('invalid_argument', { field: 'product', reason: 'not_found' });
  await documents.recordAct(operator, {
    act: 'member_granted',
    subject: 'members',
    note: `${userId}: ${id}: ${reason}`,
  });
  await membership.grant(userId, {
    source: 'operator',
    key,
    product: id,
    item: itemOf(product, 1, regionOfForm(form)),
    startsMs: null,
    reason,
    actor: { id: operator.id, name: operator.name },
  });
}

async function takeBack({ membership, documents }: PageDeps, operator: Operator, userId: string, form: SentForm) {
  const reason = reasonOf(form);
  const id = form.field('entry', 64);
  const { entries } = await membership.ledgerOf(userId);
  const entry = entries.find((each) => each.id === id && each.kind === 'grant');
  if (!entry) throw new AppError('not_found', { field: 'entry', reason: 'not_found' });
  const note = `${userId}: ${entry.product || entry.source} ${id}: ${reason}`;
  await documents.recordAct(operator, { act: 'member_reversed', subject: 'members', note });
  const { source, key } = entry;
  await membership.reverse(userId, { source, key, reason, actor: { id: operator.id, name: operator.name } });
}

export async function membersPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  const term = form.field('person', PERSON_CHARS).trim();
  try {
    const userId = await findBuyer(deps, term);
    if (userId === null) throw new AppError('not_found', { field: 'person', reason: 'not_found' });
    await deps.auth.personActedOn(operator, asUserId(userId));
    if (form.get('step') === 'grant') await grantTo(deps, operator, userId, form);
    else if (form.get('step') === 'take_back') await takeBack(deps, operator, userId, form);
    else throw new AppError('invalid_argument', { field: 'step', reason: 'format' });
    return seeOther(`${HERE}?${new URLSearchParams({ done: '1', q: term })}`);
  } catch (error) {
    return show(c, deps, operator, { term, refusal: deskRefusal(c, error) });
  }
}
