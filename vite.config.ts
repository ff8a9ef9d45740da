/** Of the development server; a build makes its own (scripts/build/bundle.ts). */
import { bundlerConfig } from '#scripts/build/bundler-config.ts';

export default await bundlerConfig(null);
