/** Reads `vars` of magpie.deploy.json before the Worker's own readers do, and says which one would fail later. Pure. */
import { DECLARED } from './declared.ts';

type Variables = Readonly<Record<string, string>>;

/** Of the Worker, and in no table: how an installation spreads its index, and a double for tests. */
const OTHERS = ['BLOB_INDEX_DIGITS', 'STRIPE_API_URL'];

/** Variable and value -> what it needs beside it. With them missing, all mail or every text message would fail later. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  'MAIL=smtp': ['SMTP_HOST', 'MAIL_FROM'],
  'MAIL=binding': ['MAIL_FROM'],
  'SMS=gateway': ['SMS_URL'],
};

const placeOf = (name: string) => DECLARED.find((setting) => setting.name === name)?.place;

function whyUnknown(name: string): string {
  const place = placeOf(name);
  if (place === 'machine') return `${name} is for one machine: on Cloudflare it has no effect`;
  if (place === 'command') return `${name} is for a command: set it in the environment`;
  return place === undefined && !OTHERS.includes(name) ? `${name} is no variable` : '';
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** @returns a sentence; '' when nothing is wrong */
export function whyWrongVariables(given: Variables): string {
  const unknown = Object.keys(given).map(whyUnknown).find(Boolean);
  if (unknown) return unknown;
  if (!isObject(given['LIMITS'] || '{}')) return 'LIMITS must be a JSON object, written as a text in quotes';
  const [fault] = Object.entries(given).flatMap(([name, value]) => {
    const missing = NEEDS[`${name}=${value}`]?.find((needed) => !given[needed]);
    return missing ? [`${missing} is required when ${name} is ${value}`] : [];
  });
  return fault ?? '';
}
