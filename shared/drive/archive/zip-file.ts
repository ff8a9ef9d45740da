/** A link to a zip file on the wire. */
import * as v from 'valibot';

/** It opens until `expire`, and answers ranges. */
export const zipFile = v.object({
  url: v.string(),
  name: v.string(),
  size: v.string(),
  /** Files and folders in it. */
  entry_count: v.string(),
  expire: v.string(),
});
export type ZipFileAnswer = v.InferOutput<typeof zipFile>;
