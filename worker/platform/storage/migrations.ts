/**
 * Tables of a new object in one script. Dozens of migrations on an empty storage make SQLite parse the whole schema for each changed
 * table: the first object of an isolate runs them, those after it copy the result.
 */
/** Append-only: the position in the list is the version. A function is for changes that SQL alone cannot make. */
export type Migrations = readonly (string | ((sql: SqlStorage) => void))[];

/** Migrations by the version that each makes, from 1. Append-only. */
export type NumberedMigrations = Readonly<Record<number, Migrations[number]>>;

/** One list of the migrations of several places. @throws Error where a version has none or two */
export function orderMigrations(places: readonly NumberedMigrations[]): Migrations {
  const all = places
    .flatMap((numbered) => Object.entries(numbered))
    .map(([version, made]) => ({ version: Number(version), made }));
  const ordered = all.toSorted((left, right) => left.version - right.version);
  ordered.forEach(({ version }, at) => {
    if (version > at + 1) throw new Error(`version ${at + 1} of the tables has no migration`);
    if (version < at + 1) throw new Error(`version ${version} of the tables has two migrations`);
  });
  return ordered.map(({ made }) => made);
}

interface SchemaRow extends Record<string, SqlStorageValue> {
  type: string;
  name: string;
  sql: string;
}

const scripts = new WeakMap<Migrations, string>();

/** Tables of the platform and of SQLite itself are made by themselves. */
const schemaOf = (sql: SqlStorage): SchemaRow[] =>
  sql
    .exec<SchemaRow>(
      `SELECT type, name, sql FROM sqlite_master
       WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY rowid`,
    )
    .toArray();

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

function literalOf(value: SqlStorageValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  throw new Error('a migration stores bytes');
}

function rowsOf(sql: SqlStorage, table: string): string[] {
  return Array.from(sql.exec(`SELECT * FROM ${quoted(table)}`), (row) => {
    const columns = Object.keys(row).map(quoted).join(', ');
    return `INSERT INTO ${quoted(table)} (${columns}) VALUES (${Object.values(row).map(literalOf).join(', ')})`;
  });
}

/** @param before  the schema before the migrations. @returns statements that make the rest, or null where they changed that */
function scriptOf(sql: SqlStorage, before: readonly SchemaRow[]): string | null {
  const after = new Map(schemaOf(sql).map((row) => [row.name, row]));
  for (const row of before) {
    if (after.get(row.name)?.sql !== row.sql) return null;
    after.delete(row.name);
  }
  const made = [...after.values()];
  const isTable = ({ type }: SchemaRow) => type === 'table';
  const tables = made.filter(isTable);
  // Rows come before the triggers that they would set off.
  const statements = [
    ...tables.map((row) => row.sql),
    ...tables.flatMap(({ name }) => rowsOf(sql, name)),
    ...made.filter((row) => !isTable(row)).map((row) => row.sql),
  ];
  return statements.map((statement) => `${statement};\n`).join('');
}

/** Runs all migrations on an object that has none yet. Inside a transaction. */
export function makeFreshTables(sql: SqlStorage, migrations: Migrations, runAll: () => void): void {
  const script = scripts.get(migrations);
  if (script !== undefined) {
    if (script) sql.exec(script);
    return;
  }
  const before = schemaOf(sql);
  runAll();
  const made = scriptOf(sql, before);
  if (made !== null) scripts.set(migrations, made);
}
