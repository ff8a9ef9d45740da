/** Recent events in the model: one row a file and type, the newest counts. */
import type { EventType } from '#shared/drive/model.ts';

export interface ModelEvent {
  readonly type: EventType;
  readonly nodeId: string;
  readonly params: Readonly<Record<string, string>>;
  /** Later ones have a higher one. */
  readonly at: number;
}

export class ModelEvents {
  readonly #notes = new Map<string, ModelEvent>();
  #last = 0;

  get all(): ModelEvent[] {
    return [...this.#notes.values()];
  }

  note(type: EventType, nodeId: string, params: Readonly<Record<string, string>> = {}): void {
    this.#last += 1;
    this.#notes.set(`${type} ${nodeId}`, { type, nodeId, params, at: this.#last });
  }

  forget(wanted: (event: ModelEvent) => boolean): void {
    for (const [key, event] of this.#notes) if (wanted(event)) this.#notes.delete(key);
  }

  forgetFile(nodeId: string): void {
    this.forget((event) => event.nodeId === nodeId);
  }
}
