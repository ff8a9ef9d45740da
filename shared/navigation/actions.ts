/**
 * Named actions: what the query parameter `action` of a link into the drive may ask for. The one table.
 * None of them changes anything by itself: the most is a dialog that a person answers.
 * @source spec section 4 ("Named app actions"), section 2.6 (which of them a parent frame receives)
 */
import { href } from '#shared/routes.ts';

/** How an action runs: over files, as a search, as a dialog, as a change of the frame, by the sign-in of any page. */
export type ActionWay = 'files' | 'search' | 'dialog' | 'frame' | 'sign-in';

interface ActionRow {
  /** Needs a signed-in user; others sign in first, and then the action continues. */
  readonly needsPerson: boolean;
  readonly way: ActionWay;
  /** Inside a frame the parent gets a message instead. */
  readonly isForParent: boolean;
}

const row = (way: ActionWay, needsPerson: boolean, isForParent = true): ActionRow => ({
  way,
  needsPerson,
  isForParent,
});

export const ACTIONS = {
  show_task: row('dialog', true, false),
  open_file: row('files', true, false),
  highlight_files: row('files', true, false),
  search: row('search', true, false),
  create_task: row('dialog', true),
  show_storage_dialog: row('dialog', true),
  show_mobile_sidebar: row('frame', false),
  move_files: row('files', true),
  open_redeem_box: row('dialog', true),
  open_feedback: row('dialog', true),
  show_traffic_dialog: row('dialog', true),
  show_invite_dialog: row('dialog', true),
  show_beginner_dialog: row('dialog', false),
  show_activity_dialog: row('dialog', false),
  show_popup_window: row('dialog', false),
  store_received: row('dialog', true, false),
  login_required: row('sign-in', true),
  login_to_drive: row('sign-in', true),
  show_login: row('sign-in', true),
} as const satisfies Readonly<Record<string, ActionRow>>;

export type ActionName = keyof typeof ACTIONS;

/** Query parameters that belong to an action and leave the address with it: one file, files by comma, words. */
export const ACTION_QUERY = ['action', 'id', 'ids', 'q'] as const;
/** Longer lists are cut: no link needs to mark more. */
const MAX_IDS = 100;
/** Longest id of ours, and then some. */
const ID = /^[\w-]{1,64}$/;

export function actionOf(word: string | null): ActionName | null {
  return word !== null && Object.hasOwn(ACTIONS, word) ? (word as ActionName) : null;
}

/** The action that a parent frame receives for this value: the one it starts with; null for those it does not receive. */
export function parentActionOf(value: string): ActionName | null {
  const names = Object.keys(ACTIONS) as ActionName[];
  return names.find((name) => ACTIONS[name].isForParent && value.startsWith(name)) ?? null;
}

/** Ids of `id` and `ids`, each once; any other text is left out. */
export function idsOf(query: URLSearchParams): readonly string[] {
  const given = [query.get('id') ?? '', ...(query.get('ids') ?? '').split(',')];
  return [...new Set(given.map((id) => id.trim()).filter((id) => ID.test(id)))].slice(0, MAX_IDS);
}

/** The address of an action in the drive. */
export function actionHref(name: ActionName): string {
  return `${href('drive.all')}?action=${name}`;
}
