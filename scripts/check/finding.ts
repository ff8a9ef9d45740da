/** One broken rule at one place: what every check of this folder reports. */
export interface Finding {
  path: string;
  /** From 1; absent when the whole file is meant. */
  line?: number;
  /** How much of the rule is broken here; 1 when absent. */
  count?: number;
  rule: string;
  /** Printed, and fails nothing. */
  isAdvice?: boolean;
  message: string;
}

export function findingText({ path, line, rule, isAdvice, message }: Finding): string {
  return `${path}${line === undefined ? '' : `:${line}`}  ${rule}${isAdvice ? ' (advice)' : ''}: ${message}`;
}
