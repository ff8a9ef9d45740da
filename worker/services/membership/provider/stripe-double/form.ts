/** Bodies and queries of Stripe's API: form fields whose names are paths, such as `line_items[0][price_data][currency]`. */

export interface Form {
  [name: string]: string | Form;
}

function insert(form: Form, path: readonly string[], value: string): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    form[name] = value;
    return;
  }
  const inner = form[name];
  const next: Form = typeof inner === 'object' ? inner : {};
  form[name] = next;
  insert(next, rest, value);
}

export function readForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) insert(form, name.replaceAll(']', '').split('['), value);
  return form;
}

/** @returns '' for a field that is absent or holds others */
export function textAt(form: Form, ...path: readonly string[]): string {
  let at: string | Form | undefined = form;
  for (const name of path) at = typeof at === 'object' ? at[name] : undefined;
  return typeof at === 'string' ? at : '';
}

export function hasField(form: Form, name: string): boolean {
  return form[name] !== undefined;
}
