/** `/blog`: the way to the blog on the subdomain of this site, where an operator has said that there is one. */
import { BlogView } from '#client/site/blog.view.tsx';
import { blogHref } from './blog-address.ts';
import { type PublicHandler, publicPage } from './public-page.tsx';
import { homeHref, translatorOf } from './render.tsx';

export const blogPage: PublicHandler = async (c, deps) => {
  const { t } = translatorOf(c.get('locale'));
  const address = await blogHref(deps, c.get('locale'));
  const title = t(address === '' ? 'blog.none.title' : 'blog.title');
  return publicPage(c, deps, { title, description: title }, <BlogView blogHref={address} homeHref={homeHref(c)} />);
};
