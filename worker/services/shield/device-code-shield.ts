/** Device codes of ShieldObject (RFC 8628): asked for by a machine without keyboard, approved by a person elsewhere. */
import { StoredObject } from '#worker/platform/stored-object.ts';

export abstract class DeviceCodeShield extends StoredObject {}
