/** What every client asks first: the fields of the document `basic`. */
import * as v from 'valibot';

const VERSION = /^\d{1,6}(\.\d{1,6}){0,3}$/;

export const basicSchema = v.object({
  product_name: v.pipe(v.string(), v.minLength(1), v.maxLength(40), v.description('What clients call the product.')),
  support_email: v.pipe(
    v.string(),
    v.maxLength(254),
    v.description('Where people write when nothing else helps; empty for nowhere.'),
  ),
  oldest_versions: v.pipe(
    v.record(
      v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
      v.pipe(v.string(), v.regex(VERSION, 'must be a version such as 1.2.0')),
    ),
    v.description('Client and the oldest of its versions that still works, such as "android": "1.2.0".'),
  ),
  blog: v.pipe(v.boolean(), v.description('Whether there is a blog at the subdomain `blog.` of this site.')),
  offline_page: v.pipe(
    v.boolean(),
    v.description(
      'Whether browsers keep a page for the time without a network. Off: service workers end themselves when a page asks next.',
    ),
  ),
  notice: v.pipe(
    v.string(),
    v.maxLength(500),
    v.description('A sentence that clients show to everybody, such as a planned pause; empty for none.'),
  ),
});
