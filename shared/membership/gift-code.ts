/** The spelling of gift codes: four groups of five letters and digits without look-alikes; the first group names the batch. Pure. */
import { takeCode } from '#shared/intake/code.ts';
import { CODE_SHAPES, GIFT_CODE_CHARS } from '#shared/intake/shapes.ts';

export const BATCH_CHARS = 5;
/** 75 random bits. */
export const SECRET_CHARS = GIFT_CODE_CHARS - BATCH_CHARS;

/** @returns the code in capitals without separators; null for a text that holds none, or several */
export function readGiftCode(pasted: string): { readonly batchId: string; readonly code: string } | null {
  const { code, isSure } = takeCode(pasted, CODE_SHAPES.gift);
  return isSure ? { batchId: code.slice(0, BATCH_CHARS), code } : null;
}

/** `ABCDE-FGHJK-MNPQR-STVWX`. */
export function showGiftCode(code: string): string {
  return [0, 5, 10, 15].map((from) => code.slice(from, from + 5)).join('-');
}
