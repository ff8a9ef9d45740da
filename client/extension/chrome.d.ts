/** The used part of the browser's interface to extensions (Manifest V3); promises, as Chromium 95 and newer give them. */
declare namespace chrome {
  interface Listeners<Listen> {
    addListener(listen: Listen): void;
  }
  interface Sender {
    readonly id?: string;
    readonly origin?: string;
    readonly url?: string;
    readonly frameId?: number;
    readonly tab?: Tab;
  }
  interface Tab {
    readonly id?: number;
    readonly url?: string;
    readonly title?: string;
  }
  interface Area {
    get(names: readonly string[]): Promise<Record<string, unknown>>;
    set(values: object): Promise<void>;
    remove(names: readonly string[]): Promise<void>;
  }
  namespace runtime {
    const id: string;
    const onInstalled: Listeners<() => void>;
    const onMessage: Listeners<
      (message: unknown, sender: Sender, respond: (answer: unknown) => void) => boolean | undefined
    >;
    function getManifest(): { readonly host_permissions: readonly string[] };
    function getURL(path: string): string;
    function sendMessage(message: object): Promise<unknown>;
  }
  namespace storage {
    const local: Area;
    const session: Area;
  }
  namespace tabs {
    function create(facts: { url: string }): Promise<Tab>;
    function query(facts: { active: boolean; currentWindow: boolean }): Promise<Tab[]>;
    function remove(id: number): Promise<void>;
  }
  namespace i18n {
    function getMessage(name: string, values?: readonly string[]): string;
    function getUILanguage(): string;
  }
  namespace action {
    function setBadgeText(facts: { text: string }): Promise<void>;
    function setBadgeBackgroundColor(facts: { color: string }): Promise<void>;
  }
  namespace contextMenus {
    interface Click {
      readonly menuItemId: string | number;
      readonly linkUrl?: string;
      readonly srcUrl?: string;
      readonly pageUrl?: string;
    }
    const onClicked: Listeners<(click: Click, tab?: Tab) => void>;
    function create(item: {
      id: string;
      title: string;
      contexts: readonly string[];
      targetUrlPatterns?: readonly string[];
      documentUrlPatterns?: readonly string[];
    }): void;
    function removeAll(): Promise<void>;
  }
}
