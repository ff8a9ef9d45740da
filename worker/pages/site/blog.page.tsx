/** `/blog`: the link to the blog on the subdomain of this site, when the operator has one. */
import { BlogView } from '#client/site/blog.view.tsx';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { homeHref, translatorOf } from '../render/render.tsx';
import { blogHref } from './blog-address.ts';

export const blogPage: PublicHandler = async (c, deps) => {
  const { t } = translatorOf(c.get('locale'));
  const address = await blogHref(deps, c.get('locale'));
  const title = t(address === '' ? 'site.blog.none.title' : 'site.blog.title');
  return publicPage(c, deps, { title, description: title }, <BlogView blogHref={address} homeHref={homeHref(c)} />);
};
