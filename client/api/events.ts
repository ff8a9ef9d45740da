/**
 * Events inside one document: typed by name, sent to every subscriber. A subscriber that fails is logged and stops no other.
 * Each is published and subscribed (scripts/check); those left out: docs/decisions/0002-left-out-of-the-specification.md.
 * Source: spec section 4, "Internal events".
 */
export interface AppEvents {
  /** A user is signed in, and their facts are loaded. */
  'after-login': { readonly userId: string };
  'login-failed': { readonly error: unknown };
  'logout-success': { readonly userId: string };
  'restore-click': { readonly shareId: string };
  /** The save has been sent; its block is busy. */
  'restore-saving': { readonly shareId: string };
  /** Values of the wire: RESTORE_UNKNOWN, RESTORE_START, RESTORE_COMPLETE. */
  'restore-status': { readonly shareId: string; readonly status: string };
  /** A save was taken back, or could not be. */
  'restore-undone': { readonly shareId: string };
  /** Closes the viewer of a video, of a picture. Published where another screen takes its place. */
  'close-video-player': Record<string, never>;
  'close-picture-player': Record<string, never>;
  /** A video or audio is ready to play. */
  'player-mount': { readonly fileId: string };
}

export type AppEventName = keyof AppEvents;

export interface EventHub {
  /** @returns removes the listener */
  on<Name extends AppEventName>(name: Name, listener: (detail: AppEvents[Name]) => void): () => void;
  /** Calls the listeners synchronously, in the order they were added; a listener added by another one gets the next event. */
  fire<Name extends AppEventName>(name: Name, detail: AppEvents[Name]): void;
}

type Listener = (detail: never) => void;

export function makeEvents(log: (...parts: readonly unknown[]) => void = console.error): EventHub {
  const listeners = new Map<AppEventName, Set<Listener>>();
  return {
    on(name, listener) {
      const known = listeners.get(name) ?? new Set();
      listeners.set(name, known);
      known.add(listener);
      return () => {
        known.delete(listener);
      };
    },
    fire(name, detail) {
      for (const listener of [...(listeners.get(name) ?? [])]) {
        try {
          (listener as (value: typeof detail) => void)(detail);
        } catch (error) {
          log('listener', name, error);
        }
      }
    },
  };
}
