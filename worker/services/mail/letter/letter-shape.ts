/** The sentences of a letter in one language. Types only. */

export interface LetterTexts {
  readonly subject: string;
  readonly title: string;
  /** Before the code or the link. */
  readonly lead: string;
  /** '' when there is none. */
  readonly code: string;
  readonly link: { readonly label: string; readonly url: string } | null;
  /** After the code or the link. */
  readonly notes: readonly string[];
  readonly footer: string;
  /** How to report what it leads to; how to unsubscribe from letters like this one, and the page of all choices. Absent where there is none. */
  readonly ways?: readonly { readonly label: string; readonly url: string }[];
}
