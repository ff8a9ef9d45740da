/** The last part of the address of an activity that operators add. */
const NAME = /^[a-z][a-z0-9-]{2,39}$/;

export const isActivityName = (text: string): boolean => NAME.test(text);
