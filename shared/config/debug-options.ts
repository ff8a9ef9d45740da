/** The request of a client before it shows its debug views: the fields of the document `debug_options`. */
import * as v from 'valibot';

export const debugOptionsSchema = v.object({
  allow_vconsole: v.pipe(
    v.boolean(),
    v.title('Allow the debug console'),
    v.description('Whether five quick clicks may open the debug console. Give it to a share or a client, not to all.'),
  ),
});
