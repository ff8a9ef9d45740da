/** MailboxObject: stores the mails of demo mode instead of sending them. One object, the newest 200; unused in production. */
import { type Result, succeed } from '#shared/errors.ts';
import { StoredObject } from '#worker/platform/stored-object.ts';
import type { Mail } from './driver/ports.ts';
import { MAILBOX_MAILS } from './keys.ts';

/** Append-only: a line that has shipped is never edited. */
const MAILBOX_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE mails (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,   -- order of arrival
    id TEXT NOT NULL UNIQUE,                 -- of the event that asked for it
    to_key TEXT NOT NULL,                    -- address in lower case
    to_address TEXT NOT NULL,
    subject TEXT NOT NULL,
    text TEXT NOT NULL,
    html TEXT NOT NULL,
    sent_ms INTEGER NOT NULL
  );
  CREATE INDEX mails_by_address ON mails (to_key, seq);
  `,
  `
  -- JSON: name -> value. A comment behind the last statement would be taken for an empty one.
  ALTER TABLE mails ADD COLUMN headers TEXT NOT NULL DEFAULT '{}';
  `,
];

export class MailboxObject extends StoredObject {
  constructor(ctx: DurableObjectState, env: unknown) {
    super(ctx, env, 'MailboxObject', MAILBOX_MIGRATIONS);
  }

  put(mail: Mail): Result<{ stored: true }> {
    return this.command(() => {
      insertMail(this.sql, mail);
      dropOldMails(this.sql, MAILBOX_MAILS);
      return { stored: true as const };
    });
  }

  /** Newest first. Reading creates nothing. @param to  '' for every address */
  list(to: string): Result<Mail[]> {
    return succeed(this.exists() ? listMails(this.sql, to) : []);
  }
}

/** Does nothing for a known id. */
function insertMail(sql: SqlStorage, mail: Mail): void {
  sql.exec(
    `INSERT INTO mails (id, to_key, to_address, subject, text, html, headers, sent_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO NOTHING`,
    mail.id,
    mail.to.toLowerCase(),
    mail.to,
    mail.subject,
    mail.text,
    mail.html,
    JSON.stringify(mail.headers ?? {}),
    mail.sentMs,
  );
}

/** Deletes all but the newest. */
function dropOldMails(sql: SqlStorage, keep: number): void {
  sql.exec('DELETE FROM mails WHERE seq <= (SELECT seq FROM mails ORDER BY seq DESC LIMIT 1 OFFSET ?)', keep);
}

/** Newest first. @param to  '' for every address */
function listMails(sql: SqlStorage, to: string): Mail[] {
  return sql
    .exec<{
      id: string;
      to_address: string;
      subject: string;
      text: string;
      html: string;
      headers: string;
      sent_ms: number;
    }>(
      `SELECT id, to_address, subject, text, html, headers, sent_ms FROM mails WHERE ?1 = '' OR to_key = ?1 ORDER BY seq DESC`,
      to.toLowerCase(),
    )
    .toArray()
    .map((row) => ({
      id: row.id,
      to: row.to_address,
      subject: row.subject,
      text: row.text,
      html: row.html,
      headers: JSON.parse(row.headers) as Record<string, string>,
      sentMs: row.sent_ms,
    }));
}
