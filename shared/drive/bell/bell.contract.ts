/** Endpoints of the notifications of a person. Ours. */
import * as v from 'valibot';
import { endpoint, optionalText } from '#shared/contract.ts';
import { BELL_KINDS, BELL_MOST } from './bell-kinds.ts';

const text = v.string();

const notification = v.object({
  kind: v.literal('drive#notification'),
  id: text,
  type: v.picklist(BELL_KINDS),
  /** In the language of the call. */
  title: text,
  /** '' for none; may name people, files and folders. */
  text,
  /** The page about it, below the origin of the site. */
  path: text,
  created_time: text,
  read: v.boolean(),
});

export const bellContract = {
  notifications: endpoint({
    id: 'drive.notifications',
    method: 'GET',
    path: '/drive/v1/notifications',
    host: 'drive',
    callers: 'person',
    // They speak of the account and of its plan too.
    alsoScopes: ['user'],
    idempotency: 'read',
    output: v.object({ notifications: v.array(notification), unread: v.number() }),
    errors: ['unauthenticated'],
    summary: 'Notifications of the last 90 days, newest first, at most 100',
  }),
  readNotifications: endpoint({
    id: 'drive.readNotifications',
    method: 'POST',
    path: '/drive/v1/notifications:read',
    host: 'drive',
    callers: 'person',
    alsoScopes: ['user'],
    idempotency: 'natural',
    body: v.object({
      ids: v.optional(v.pipe(v.array(v.string()), v.maxLength(BELL_MOST)), []),
      /** All up to this one: what came later stays unread. '' for none. */
      up_to: v.pipe(optionalText, v.maxLength(64)),
    }),
    output: v.object({ unread: v.number() }),
    errors: ['unauthenticated', 'invalid_argument'],
    summary:
      'Marks notifications as read: those that are named, or all up to one. Ids that are not there change nothing',
  }),
} as const;
