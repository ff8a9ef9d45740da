/** The part of refresh, cookie, sign-out and devices. */
import type { AccountPart } from '../core/account-part.ts';
import { endOthers, listDevices, revokeDevice, usesDevice } from './account-devices.ts';
import { endSession, judgeSessionCookie, recordArrival, rotateToken } from './account-sessions.ts';

export const sessionPart = {
  calls: {
    rotate: rotateToken,
    recordArrival,
    decideCookie: judgeSessionCookie,
    endSession,
    devices: listDevices,
    usesDevice,
    revokeDevice,
    endOthers,
  },
} satisfies AccountPart;
