/** The sandbox's hosted page: reading a checkout, deciding it, and sending what is due. */
import { AppError } from '#shared/errors.ts';
import type { OrderParts } from '../orders/deps.ts';
import { deliverDue, renewDue } from '../provider/sandbox/run-sandbox.ts';
import { type SandboxCheckout, selectCheckout } from '../provider/sandbox/sandbox.store.ts';
import { decideCheckout } from '../provider/sandbox/sandbox.ts';
import { receiveWebhook } from './receive.ts';

function requireSandbox(parts: OrderParts): void {
  if (parts.provider?.name !== 'sandbox') throw new AppError('not_found');
}

const deliver = (parts: OrderParts): Promise<void> =>
  deliverDue(parts, (body, headers) => receiveWebhook(parts, 'sandbox', body, headers));

/** @throws AppError not_found, also where payments do not go through the sandbox */
export async function sandboxCheckout(parts: OrderParts, ref: string): Promise<SandboxCheckout> {
  requireSandbox(parts);
  const stored = await selectCheckout(parts.db, ref);
  if (!stored) throw new AppError('not_found');
  return stored;
}

/** Decides a checkout and sends its webhook. @throws AppError not_found */
export async function decide(
  parts: OrderParts,
  ref: string,
  choice: Parameters<typeof decideCheckout>[2],
): Promise<SandboxCheckout> {
  requireSandbox(parts);
  const decided = await decideCheckout(parts, ref, choice);
  await deliver(parts);
  return decided;
}

/** Renewals and webhooks that are due; nothing where payments do not go through the sandbox. */
export async function runSandbox(parts: OrderParts): Promise<void> {
  if (parts.provider?.name !== 'sandbox') return;
  await renewDue(parts);
  await deliver(parts);
}
