/** The texts that differ from one installation to another (shared/locale/messages.ts). */

/** The name of the product, as the files of texts have it. */
export const SOURCE_NAME = 'Magpie';
/** Texts of a company or a household; the key of the text that each replaces follows. */
export const REPLACING = 'company.';
