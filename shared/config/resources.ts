/** Where clients find pages and pictures: the fields of the document `resources`. */
import * as v from 'valibot';

/** A path of our own, or an address with https. */
const ADDRESS = /^(https:\/\/[^\s/]|\/(?![/\\]))[^\s\\]*$/;

const address = (says: string) =>
  v.pipe(
    v.string(),
    v.maxLength(500),
    v.regex(ADDRESS, 'must be a path that begins with /, or an https address'),
    v.description(says),
  );

export const resourcesSchema = v.object({
  help_url: address('The help centre: a path of ours that begins with /, or an https address.'),
  faq_url: address('Questions and answers.'),
  contact_url: address('Where people write to us.'),
  agreement_url: address('The user agreement.'),
  privacy_url: address('The privacy policy.'),
  banners: v.pipe(
    v.array(
      v.object({
        id: v.pipe(
          v.string(),
          v.regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -'),
          v.description('Remembered by clients when somebody closes it.'),
        ),
        title: v.pipe(
          v.string(),
          v.minLength(1),
          v.maxLength(80),
          v.description('Read aloud in place of the picture.'),
        ),
        image_url: address('The picture.'),
        link_url: address('Where it leads.'),
      }),
    ),
    v.maxLength(10),
    v.description('Pictures that clients show above the list, the first one first.'),
  ),
});
