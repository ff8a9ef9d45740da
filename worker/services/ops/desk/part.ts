/** The part of budgets, with the tables of messages and downloads that were shipped together with them. */
import type { ObjectCore } from '#worker/platform/stored-object.ts';
import { dropEndedBudgets } from './budgets.ts';
import type { DeskPart } from './desk-part.ts';

/** Append-only: a version that has shipped is never edited. */
const FIRST_TABLES = `
  CREATE TABLE messages (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,  -- order of arrival
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,                     -- contact | feedback
    topic TEXT NOT NULL,
    message TEXT NOT NULL,
    user_id TEXT NOT NULL,                  -- '' for visitors
    email TEXT NOT NULL,                    -- '' for none
    locale TEXT NOT NULL,
    state TEXT NOT NULL,                    -- new | done
    created_ms INTEGER NOT NULL,
    done_ms INTEGER NOT NULL,               -- 0 while it is new
    done_by TEXT NOT NULL,                  -- operator; '' while it is new
    until_ms INTEGER NOT NULL               -- erased then
  );
  CREATE INDEX messages_by_state ON messages (state, seq);
  CREATE INDEX messages_by_person ON messages (user_id, seq);
  CREATE INDEX messages_by_end ON messages (until_ms);

  -- Uses of a window that began with the first: a keyed digest of a caller, or a crowd.
  CREATE TABLE budgets (subject TEXT PRIMARY KEY, used INTEGER NOT NULL, until_ms INTEGER NOT NULL) WITHOUT ROWID;

  CREATE TABLE downloads (target TEXT PRIMARY KEY, opened INTEGER NOT NULL) WITHOUT ROWID;
`;

export const budgetsPart = {
  tables: { 1: FIRST_TABLES },
  alarm: ({ sql }: ObjectCore, nowMs: number) => dropEndedBudgets(sql, nowMs),
} satisfies DeskPart;
