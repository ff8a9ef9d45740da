/** Steps that find or make the stores: the KV namespace, the R2 bucket and both D1 databases. */
import { type Deployment, found, made, type Note, type Step, wouldMake } from './run.ts';
import { Stop } from './stop.ts';

interface NamespaceRow {
  readonly id: string;
  readonly title: string;
}

/** A permission that the token lacks stops before anything is made. */
export const checkStores: Step = {
  name: 'stores',
  async run({ api }) {
    const account = `/accounts/${api.accountId}`;
    await api.read(`${account}/storage/kv/namespaces`, { per_page: '1' });
    await api.read(`${account}/r2/buckets`, { per_page: '1' });
    await api.read(`${account}/d1/database`, { per_page: '1' });
    return found('the token reaches KV, R2 and D1');
  },
};

export const makeNamespace: Step = {
  name: 'KV',
  async run({ api, names, isDry, found: state }) {
    const path = `/accounts/${api.accountId}/storage/kv/namespaces`;
    const there = (await api.readAll<NamespaceRow>(path)).find(({ title }) => title === names.namespace);
    if (there) {
      state.namespaceId = there.id;
      return found(names.namespace);
    }
    if (isDry) return wouldMake(names.namespace);
    state.namespaceId = (await api.write<NamespaceRow>('POST', path, { title: names.namespace })).id;
    return made(names.namespace);
  },
};

/** Another run has made the bucket since it was looked for. */
const BUCKET_EXISTS = 10_004;

export const makeBucket: Step = {
  name: 'R2',
  async run({ api, names, own, isDry }) {
    const path = `/accounts/${api.accountId}/r2/buckets`;
    if (await api.read(`${path}/${names.bucket}`)) return found(names.bucket);
    if (isDry) return wouldMake(names.bucket);
    try {
      await api.write('POST', path, { name: names.bucket, ...(own.location ? { locationHint: own.location } : {}) });
    } catch (error) {
      if (error instanceof Stop && error.code === BUCKET_EXISTS) return found(names.bucket);
      throw error;
    }
    return made(names.bucket);
  },
};

interface DatabaseRow {
  readonly uuid: string;
  readonly name: string;
}

async function databaseOf(deployment: Deployment, name: string): Promise<{ notes: Note; id?: string }> {
  const { api, own, isDry } = deployment;
  const path = `/accounts/${api.accountId}/d1/database`;
  const rows = (await api.read<DatabaseRow[]>(path, { name })) ?? [];
  // The API looks for a part of the name.
  const there = rows.find((row) => row.name === name);
  if (there) return { notes: found(name), id: there.uuid };
  if (isDry) return { notes: wouldMake(name) };
  const hint = own.location ? { primary_location_hint: own.location } : {};
  const { uuid } = await api.write<DatabaseRow>('POST', path, { name, ...hint });
  return { notes: made(name), id: uuid };
}

/** The Worker makes the tables itself. */
export const makeDatabases: Step = {
  name: 'D1',
  async run(deployment) {
    const { names, found: state } = deployment;
    const billing = await databaseOf(deployment, names.billing);
    if (billing.id) state.billingId = billing.id;
    const admin = await databaseOf(deployment, names.admin);
    if (admin.id) state.adminId = admin.id;
    return [billing.notes, admin.notes];
  },
};
