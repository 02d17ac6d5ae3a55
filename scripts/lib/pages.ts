/** The pages of the API's documentation: copied from this repository and from npm packages into the front Worker's assets. */
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { buildWhenChanged, filesBelow, type Log } from './artifacts.ts';
import { ROOT } from './wrangler.ts';

const PAGES = join(ROOT, 'pages');
const BUILD = join(PAGES, 'build');
const PACKAGES = join(ROOT, 'node_modules');

/** Packages whose files are served. */
export const PAGE_PACKAGES = ['swagger-ui-dist', 'redoc'] as const;
const [SWAGGER, REDOC_PACKAGE] = PAGE_PACKAGES;

/** Served at their name without `.html`. */
const DOCUMENTS = ['docs.html', 'redoc.html'].map((name) => join(PAGES, name));

/** Served at its name, with the documents that it links to below `/docs/`. */
const LLMS = join(ROOT, 'llms.txt');
const DOCS = join(ROOT, 'docs');

/** Served below `/pages/`; the licences of what the bundles contain lie beside them. */
const FILES = [
  ...['docs.js', 'landing.css', 'passkeys.js', 'redoc.css', 'redoc.js'].map((name) => join(PAGES, name)),
  ...['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt'].map((name) =>
    join(PACKAGES, SWAGGER, name),
  ),
  join(PACKAGES, REDOC_PACKAGE, 'bundles/redoc.standalone.js.LICENSE.txt'),
];

const REDOC = join(PACKAGES, REDOC_PACKAGE, 'bundles/redoc.standalone.js');
/** The one thing that Redoc loads from elsewhere, and an empty image instead. */
const REDOC_LOGO = '"https://cdn.redoc.ly/redoc/logo-mini.svg"';
const NO_IMAGE = '"data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"';

/** Builds the assets unless they are there already. */
export async function buildPages(log: Log): Promise<void> {
  const docs = await filesBelow(DOCS);
  const inputs = [...DOCUMENTS, ...FILES, ...docs, LLMS, REDOC, import.meta.filename];
  const built = await buildWhenChanged({ folder: BUILD, inputs }, async () => {
    await mkdir(join(BUILD, 'pages'));
    await mkdir(join(BUILD, 'docs'));
    for (const path of docs) await copyFile(path, join(BUILD, 'docs', basename(path)));
    await copyFile(LLMS, join(BUILD, basename(LLMS)));
    for (const path of DOCUMENTS) await copyFile(path, join(BUILD, basename(path)));
    for (const path of FILES) await copyFile(path, join(BUILD, 'pages', basename(path)));
    const redoc = await readFile(REDOC, 'utf8');
    if (redoc.split(REDOC_LOGO).length !== 2) throw new Error(`${REDOC} does not load ${REDOC_LOGO} once, as it did.`);
    await writeFile(join(BUILD, 'pages', basename(REDOC)), redoc.replace(REDOC_LOGO, NO_IMAGE));
  });
  log(built ? `pages: ${inputs.length - 1} files` : 'pages: up to date');
}
