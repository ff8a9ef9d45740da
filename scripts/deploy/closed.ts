/** An installation that is closed for a recovery or a backup, and its classes of stored objects. */
import type { Installation } from './installation.ts';
import { Stop } from './stop.ts';

export interface Bound {
  readonly binding: string;
  readonly className: string;
}

interface BindingRow {
  readonly type: string;
  readonly name: string;
  readonly class_name?: string;
}

/** Computes hashes and stores nothing. */
const WITHOUT_STORAGE = 'HasherObject';

/** Classes of stored objects, as the script that runs is bound to them. */
export async function boundClasses({ api, names }: Installation): Promise<Bound[]> {
  const settings = await api.read<{ bindings?: BindingRow[] }>(
    `/accounts/${api.accountId}/workers/scripts/${names.main}/settings`,
  );
  return (settings?.bindings ?? []).flatMap(({ type, name, class_name: className }) =>
    type === 'durable_object_namespace' && className && className !== WITHOUT_STORAGE
      ? [{ binding: name, className }]
      : [],
  );
}

/** @throws Stop where it serves people */
export async function requireClosed({ origin, ask }: Installation): Promise<void> {
  try {
    await ask('/_internal/recovery/ready', {});
  } catch (cause) {
    // Another fault, such as a network that is gone, is itself the reason.
    if (!(cause instanceof Stop) || cause.status !== 404) throw cause;
    throw new Stop(
      `${origin} is not closed`,
      'Close it by npm run deploy -- --close: objects that are used at the same time would lose or repeat events.',
      { cause },
    );
  }
}

/** Ids of the namespaces of stored objects of the script. */
export async function namespaceIds({ api, names }: Installation): Promise<string[]> {
  const all = await api.readAll<{ id: string; script?: string }>(
    `/accounts/${api.accountId}/workers/durable_objects/namespaces`,
  );
  return all
    .filter(({ script }) => script === names.main)
    .map(({ id }) => id)
    .sort();
}
