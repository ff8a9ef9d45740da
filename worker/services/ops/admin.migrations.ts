/** Tables of the database ADMIN. Append-only: the position in the list is the version. */
import type { DatabaseMigrations } from '#worker/platform/d1/database.ts';
import { INVITES_ASKED, INVITES_BY_LINK, INVITES_TABLES } from './invites/invites.store.ts';
import { JOBS_TABLE } from './jobs/jobs.store.ts';
import { PRESS_ASKS_TABLE, PRESSES_TABLE } from './people/many.store.ts';
import { OPERATORS_TABLE } from './people/operators.store.ts';
import { PEOPLE_TABLE, PEOPLE_USE } from './people/people.store.ts';
import { PEOPLE_INDEX } from './people/people-search.store.ts';

export const ADMIN_MIGRATIONS: DatabaseMigrations = [
  [
    // Hour of the epoch (UTC). `part`: the shard of a counter, or the currency of money in minor units.
    `CREATE TABLE hourly_totals (
      hour INTEGER NOT NULL, metric TEXT NOT NULL, part TEXT NOT NULL, total INTEGER NOT NULL,
      PRIMARY KEY (hour, metric, part)) WITHOUT ROWID`,
    'CREATE TABLE marks (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID',
  ],
  PEOPLE_TABLE,
  PEOPLE_INDEX,
  JOBS_TABLE,
  OPERATORS_TABLE,
  INVITES_TABLES,
  PEOPLE_USE,
  PRESSES_TABLE,
  [...PRESS_ASKS_TABLE, ...INVITES_ASKED],
  INVITES_BY_LINK,
];
