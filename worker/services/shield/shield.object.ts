/**
 * ShieldObject: one of 256 shards of budgets, spent captcha tokens and solutions, risks, verifications and device codes.
 * RPC methods over functions of one core; decisions are in the rules.ts files, SQL in the store.ts files.
 */
import { HOUR_MS, MINUTE_MS } from '#shared/units.ts';
import { type ObjectCore, StoredObject } from '#worker/platform/stored-object.ts';
import * as codes from './device-code/shield-device-codes.ts';
import { dropOldDeviceCodes } from './device-code/store.ts';
import * as risk from './risk/shield-risk.ts';
import { dropOldRisks } from './risk/store.ts';
import * as budgets from './shield-budgets.ts';
import { dropExpired, SHIELD_MIGRATIONS } from './store.ts';
import * as verifications from './verification/shield-verifications.ts';
import { dropOldVerifications } from './verification/store.ts';

/** The parameters of a call without the core. */
type Call<F> = F extends (core: ObjectCore, ...call: infer A) => unknown ? A : never;

/** An expired device code is stored this long, so that a poll can tell it from an unknown one. */
const EXPIRED_DEVICE_CODE_MS = HOUR_MS;

/** Each deletes expired rows and returns when its next row expires (epoch ms), or null. */
const ALARM_STEPS: readonly ((sql: SqlStorage, nowMs: number) => number | null)[] = [
  dropExpired,
  dropOldVerifications,
  dropOldRisks,
  (sql, nowMs) => dropOldDeviceCodes(sql, nowMs, EXPIRED_DEVICE_CODE_MS),
];

export class ShieldObject extends StoredObject {
  readonly #core = this.makeCore();

  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'ShieldObject', SHIELD_MIGRATIONS);
  }

  protected override async onAlarm(nowMs: number): Promise<number | null> {
    const dueMs = ALARM_STEPS.map((step) => step(this.sql, nowMs)).filter((atMs) => atMs !== null);
    return dueMs.length === 0 ? null : Math.max(Math.min(...dueMs), nowMs + MINUTE_MS);
  }

  useBudget(...call: Call<typeof budgets.useBudget>) {
    return budgets.useBudget(this.#core, ...call);
  }

  spend(...call: Call<typeof budgets.spendToken>) {
    return budgets.spendToken(this.#core, ...call);
  }

  readRisk(...call: Call<typeof risk.readRisk>) {
    return risk.readRisk(this.#core, ...call);
  }

  addFailures(...call: Call<typeof risk.addFailures>) {
    return risk.addFailures(this.#core, ...call);
  }

  setMark(...call: Call<typeof risk.setMark>) {
    return risk.setMark(this.#core, ...call);
  }

  openVerification(...call: Call<typeof verifications.openVerification>) {
    return verifications.openVerification(this.#core, ...call);
  }

  checkCode(...call: Call<typeof verifications.checkCode>) {
    return verifications.checkCode(this.#core, ...call);
  }

  openDeviceCode(...call: Call<typeof codes.openDeviceCode>) {
    return codes.openDeviceCode(this.#core, ...call);
  }

  pollDeviceCode(...call: Call<typeof codes.pollDeviceCode>) {
    return codes.pollDeviceCode(this.#core, ...call);
  }

  deviceRequest(...call: Call<typeof codes.deviceRequest>) {
    return codes.deviceRequest(this.#core, ...call);
  }

  decideDevice(...call: Call<typeof codes.decideDevice>) {
    return codes.decideDevice(this.#core, ...call);
  }
}
