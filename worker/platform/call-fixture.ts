/** Calls of services in tests: their context, and how they end. */
import { AppError } from '#shared/errors.ts';
import type { CallContext } from './request.ts';

/** A call without a caller. */
export function makeCall(nowMs: number, more: Partial<CallContext>): CallContext {
  return {
    requestId: 'r',
    nowMs,
    locale: 'en-US',
    address: '203.0.113.9',
    deviceId: '',
    clientId: '',
    userAgent: '',
    captchaToken: '',
    idempotencyKey: null,
    origin: 'https://app.test',
    caller: null,
    ...more,
  };
}

/** @returns the error name with which the work was refused */
export function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no refusal',
    (error: unknown) => (error instanceof AppError ? error.errorName : String(error)),
  );
}
