/** Part of ShieldService: codes by which a machine without keyboard is let in (RFC 8628). Types only. */
import type { CallContext } from '#worker/platform/request.ts';

export interface OpenedDeviceCode {
  readonly deviceCode: string;
  /** `BCDF-GHJK`. */
  readonly userCode: string;
  readonly expiresInSeconds: number;
  /** Least time between two polls. */
  readonly intervalSeconds: number;
}

export interface DeviceCodeFace {
  /** @throws AppError too_many_requests past the budget of the address */
  openDeviceCode(input: { clientId: string; scope: string }, call: CallContext): Promise<OpenedDeviceCode>;
  /**
   * Hands out, once, what a person allowed. `requestId` names the request.
   * @throws AppError authorization_pending, slow_down (the interval has grown by 5 s), access_denied, expired_token,
   * invalid_grant for a code that is unknown, taken, or another client's
   */
  pollDeviceCode(input: {
    deviceCode: string;
    clientId: string;
  }): Promise<{ scope: string; userId: string; familyId: string; epoch: number; requestId: string }>;
  /** @throws AppError expired_token for a code that nobody waits behind, too_many_requests past the tries of person or address */
  deviceRequest(
    input: { userCode: string; userId: string },
    call: CallContext,
  ): Promise<{ clientId: string; scope: string; userCode: string }>;
  /** Deciding the same twice is no error. @throws AppError as deviceRequest */
  decideDevice(
    input: { userCode: string; isAllowed: boolean; userId: string; familyId: string; epoch: number },
    call: CallContext,
  ): Promise<void>;
}
