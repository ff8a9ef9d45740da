/** The format of everything that is stored: of a state folder, and of an installation that is copied. */

/**
 * Format -> statements that make or change tables in all migrations. An appended migration or a change of the layout of a state folder
 * adds a line here: a program of a lower format refuses the folder, and a copy of Cloudflare.
 */
export const STATEMENTS_AT_FORMAT: Readonly<Record<number, number>> = {
  1: 101,
  2: 102,
  3: 104,
  4: 106,
  5: 107,
  6: 109,
  7: 116,
  8: 117,
  9: 129,
  10: 130,
  11: 131,
  12: 131,
  13: 148,
  14: 152,
  15: 154,
  16: 156,
  17: 157,
  18: 160,
  19: 160,
  20: 164,
  21: 196,
  22: 204,
  23: 209,
  24: 210,
  25: 212,
  26: 213,
  27: 221,
  28: 224,
  29: 227,
  30: 228,
  31: 229,
  32: 230,
  33: 231,
  34: 238,
  35: 239,
  36: 241,
  37: 244,
  38: 245,
  39: 246,
  40: 248,
  41: 249,
  42: 250,
  43: 250,
  44: 253,
  45: 255,
  46: 257,
  47: 260,
  48: 261,
  49: 262,
  50: 263,
  51: 264,
  52: 267,
  53: 272,
  54: 276,
  55: 277,
  56: 281,
  57: 283,
  58: 286,
  59: 288,
  60: 294,
};

/** Format of what this program stores. */
export const STATE_FORMAT = Object.keys(STATEMENTS_AT_FORMAT).length;

/** Migrations in all lists. One that makes or changes no table raises the format too, with the same number of statements. */
export const MIGRATIONS_AT_LAST_FORMAT = { format: 60, migrations: 153 } as const;
