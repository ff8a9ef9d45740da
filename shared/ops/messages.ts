/** Messages to the operators: topics, bounds, and the text as it is stored. Pure. */
import type { MessageKey } from '#shared/locale/keys.gen.ts';

export const MESSAGE_TOPICS = ['question', 'problem', 'account', 'privacy', 'abuse', 'other'] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

/** The label of each topic. */
export const TOPIC_KEYS = {
  question: 'ops.contact.topic.question',
  problem: 'ops.contact.topic.problem',
  account: 'ops.contact.topic.account',
  privacy: 'ops.contact.topic.privacy',
  abuse: 'ops.contact.topic.abuse',
  other: 'ops.contact.topic.else',
} as const satisfies Record<MessageTopic, MessageKey>;

/** `contact`: the form that anyone may send. `feedback`: from inside the drive. */
export const MESSAGE_KINDS = ['contact', 'feedback'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export const MESSAGE_STATES = ['new', 'done'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** UTF-16 units, as `maxlength` of a form counts them. */
export const MESSAGE_MAX_CHARS = 4_000;

/** Characters that no keyboard writes; line ends and tabs stay. */
const CONTROLS = /[\p{Cc}--[\t\n]]/gv;

/** As it is kept: one kind of line end, no controls, no blanks around it. */
export function cleanMessage(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(CONTROLS, '').trim();
}

export function isMessageTopic(text: string): text is MessageTopic {
  return (MESSAGE_TOPICS as readonly string[]).includes(text);
}
