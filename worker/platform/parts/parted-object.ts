/** A stored object whose tables, RPC methods and alarm are those of its parts. */
import type { Bound } from '../bound.ts';
import { StoredObject } from '../stored-object.ts';
import { migrationsOf, type ObjectParts } from './object-parts.ts';

export abstract class PartedObject<Env, Host> extends StoredObject<Env> {
  /** Members that the parts made for this object. */
  protected abstract readonly made: Host;
}

/** Base of the class of one kind of objects: it has the methods of the parts. */
type PartedClass<Env, Host, Calls> = abstract new (
  ctx: DurableObjectState,
  env: Env,
) => PartedObject<Env, Host> & Bound<Calls>;

/** The environment is named, the rest is inferred: `objectOf<Env>()('DriveObject', DRIVE_PARTS)`. */
export function objectOf<Env>() {
  return <Start, Host, Calls, Extra>(
    className: string,
    parts: ObjectParts<Start, Host, Calls, Extra>,
  ): PartedClass<Env, Host, Calls> => {
    const migrations = migrationsOf(parts);

    abstract class ObjectOfParts extends PartedObject<Env, Host> {
      constructor(ctx: DurableObjectState, env: Env) {
        super(ctx, env, className, migrations);
      }

      protected override onAlarm(nowMs: number): Promise<number | null> {
        return parts.runAlarm(this.made, nowMs);
      }

      /** RPC offers the methods of a prototype, not those of an instance. */
      static {
        for (const [name, run] of Object.entries(parts.allCalls())) {
          if (name in PartedObject.prototype) throw new Error(`a call is named as a method of every object: ${name}`);
          Object.assign(ObjectOfParts.prototype, {
            [name](this: ObjectOfParts, ...call: never[]) {
              return run(this.made, ...call);
            },
          });
        }
      }
    }

    return ObjectOfParts as unknown as PartedClass<Env, Host, Calls>;
  };
}
