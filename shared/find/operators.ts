/** The operators of a search. They are English in every language, so that a search can be sent to anybody. Pure. */

export const OPERATORS = ['type', 'before', 'after', 'larger', 'smaller', 'in', 'from', 'is'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Signs that open a phrase or a value of several words, each with those that end it. */
export const QUOTES = { '"': '"', '“': '”“', '„': '“”', '«': '»', '「': '」' } as const;

const VALUE = `(?:"[^"]*"|“[^”“]*[”“]|„[^“”]*[“”]|«[^»]*»|「[^」]*」|\\S*)`;

/** An operator with its value: `type:image`, `in:"My files"`. Input methods write a colon of full width. */
export const OPERATOR_PATTERN = `(${OPERATORS.join('|')})[:：](${VALUE})`;
