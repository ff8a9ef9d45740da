/**
 * Cost of a guess past the limit: one human check, and twice as many after every 25 wrong ones of a day. The checks that a
 * device has passed are stored, so that a visitor with the right passcode can always open the link.
 */
import { DAY_MS, HOUR_MS } from '#shared/units.ts';

/** Wrong guesses after which the cost doubles. */
const DOUBLES_AFTER = 25;
/** Some 16 to 64 s of one desktop core a guess. */
const MOST_CHECKS = 16;

/** Human checks that one guess costs. @param wrong  paid guesses of the last day that were wrong */
export function checksFor(wrong: number): number {
  return Math.min(MOST_CHECKS, 2 ** Math.floor(wrong / DOUBLES_AFTER));
}

/** Adds a passed check to those of a device, and spends enough of them on a guess. @returns whether the guess is paid */
export function payGuess(sql: SqlStorage, payer: string, nowMs: number): boolean {
  sql.exec('DELETE FROM guess_checks WHERE until_ms <= ?', nowMs);
  const { passed } = sql
    .exec<{ passed: number }>(
      `INSERT INTO guess_checks (payer, passed, until_ms) VALUES (?1, 1, ?2)
       ON CONFLICT (payer) DO UPDATE SET passed = passed + 1, until_ms = ?2 RETURNING passed`,
      payer,
      nowMs + HOUR_MS,
    )
    .one();
  const { wrong } = sql
    .exec<{ wrong: number }>('SELECT CASE WHEN paid_until_ms > ? THEN paid_wrong ELSE 0 END AS wrong FROM share', nowMs)
    .one();
  if (passed < checksFor(wrong)) return false;
  sql.exec('DELETE FROM guess_checks WHERE payer = ?', payer);
  return true;
}

/** Counts a paid guess that was wrong. */
export function countPaidWrong(sql: SqlStorage, nowMs: number): void {
  sql.exec(
    `UPDATE share SET paid_wrong = CASE WHEN paid_until_ms > ?1 THEN paid_wrong + 1 ELSE 1 END,
       paid_until_ms = CASE WHEN paid_until_ms > ?1 THEN paid_until_ms ELSE ?1 + ?2 END`,
    nowMs,
    DAY_MS,
  );
}
