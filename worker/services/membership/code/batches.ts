/** Batches of gift codes, for operators. The codes leave the server once, with the answer that made them. */
import { AppError, unwrap } from '#shared/errors.ts';
import { CODE_ALPHABET } from '#shared/intake/shapes.ts';
import { BATCH_CHARS, SECRET_CHARS, showGiftCode } from '#shared/membership/gift-code.ts';
import type { LedgerActor, Region } from '#shared/membership/ledger.ts';
import { findProduct, itemOf } from '#shared/membership/offer.ts';
import { randomBytes } from '#worker/platform/ids.ts';
import { catalogue } from '../entitlement/catalogue.ts';
import { BATCH_REGISTRY_NAME, MAX_BATCH_CODES } from '../keys.ts';
import type { CodeDeps } from './deps.ts';
import { digestOfCode } from './redeem.ts';
import type { GiftBatch } from './store.ts';

/** Attempts to find an id that no batch has: one in 33 million is taken. */
const ID_TRIES = 3;

export interface BatchInput {
  /** Id in the catalogue. */
  readonly product: string;
  readonly region: Region;
  readonly count: number;
  readonly untilMs: number;
  readonly note: string;
  readonly actor: LedgerActor;
}

function randomChars(count: number): string {
  return [...randomBytes(count)].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
}

const registryOf = ({ codeBatches }: Pick<CodeDeps, 'codeBatches'>) => codeBatches.getByName(BATCH_REGISTRY_NAME);

/**
 * @returns the batch and its codes, which are shown this one time
 * @throws AppError not_found for an unknown product; invalid_argument
 */
export async function createBatch(
  deps: CodeDeps,
  { product: productId, region, count, untilMs, note, actor }: BatchInput,
): Promise<{ batch: GiftBatch; codes: string[] }> {
  const product = findProduct(await catalogue(deps), productId);
  if (!product) throw new AppError('not_found', { reason: 'product_not_found', field: 'product' });
  if (!Number.isInteger(count) || count < 1 || count > MAX_BATCH_CODES)
    throw new AppError('invalid_argument', { field: 'count', message: `a batch has 1 to ${MAX_BATCH_CODES} codes` });
  const nowMs = deps.clock.nowMs();
  if (untilMs <= nowMs) throw new AppError('invalid_argument', { field: 'until', message: 'the end has passed' });
  const item = itemOf(product, 1, region);
  for (let tries = 0; tries < ID_TRIES; tries += 1) {
    const id = randomChars(BATCH_CHARS);
    const codes = Array.from({ length: count }, () => `${id}${randomChars(SECRET_CHARS)}`);
    const digests = await Promise.all(codes.map((code) => digestOfCode(deps, code)));
    const batch: GiftBatch = {
      id,
      product: productId,
      item,
      codes: count,
      untilMs,
      createdMs: nowMs,
      revokedMs: null,
      note,
      actor,
    };
    const made = await deps.codeBatches.getByName(id).create(batch, digests);
    if (!made.ok && made.error.name === 'already_exists') continue;
    unwrap(made);
    unwrap(await registryOf(deps).register(batch));
    return { batch, codes: codes.map(showGiftCode) };
  }
  throw new AppError('unavailable', { reason: 'no_free_batch' });
}

/** Newest first. */
export async function listBatches(deps: Pick<CodeDeps, 'codeBatches'>): Promise<(GiftBatch & { used: number })[]> {
  const batches: GiftBatch[] = unwrap(await registryOf(deps).list());
  return Promise.all(
    batches.map(async (batch) => ({ ...batch, used: unwrap(await deps.codeBatches.getByName(batch.id).used()) })),
  );
}

/** Codes that were redeemed stay redeemed. @throws AppError not_found */
export async function revokeBatch(deps: Pick<CodeDeps, 'codeBatches'>, id: string): Promise<void> {
  unwrap(await deps.codeBatches.getByName(id).revoke(id));
  unwrap(await registryOf(deps).revoke(id));
}
