/** The packages whose sources are searched: pinned versions with the hashes of what is downloaded. */

/** A file of a package, and the SHA-256 of its bytes. */
export interface Download {
  readonly file: string;
  readonly sha256: string;
}

/** One corpus. */
export interface Corpus {
  readonly name: string;
  readonly source:
    | {
        readonly from: 'debian';
        readonly package: string;
        readonly version: string;
        readonly downloads: readonly Download[];
      }
    | {
        readonly from: 'npm';
        readonly package: string;
        readonly version: string;
        readonly downloads: readonly Download[];
      }
    /** This repository as it was at a commit. */
    | { readonly from: 'history'; readonly commit: string };
  /** Paths that are kept begin with one of these. */
  readonly keep: readonly string[];
  /** Of those, what is left out: vendored code, translations. */
  readonly drop?: RegExp;
  /** The language whose doc comments become queries, in files with that ending. */
  readonly docs?: { readonly language: DocLanguage; readonly ending: string; readonly queries: number };
  /** How many commits become queries, where the source is a history; all patches that qualify do otherwise. */
  readonly changes?: number;
}

/** Languages whose doc comments can be taken out. */
export type DocLanguage = 'python' | 'c' | 'go' | 'typescript' | 'java' | 'ruby' | 'php' | 'rust';

/** All of them. */
export const CORPORA: readonly Corpus[] = [
  {
    name: 'django',
    source: {
      from: 'debian',
      package: 'python-django',
      version: '3:3.2.25-0+deb12u3',
      downloads: [
        {
          file: 'python-django_3.2.25.orig.tar.gz',
          sha256: '7ca38a78654aee72378594d63e51636c04b8e28574f5505dff630895b5472777',
        },
        {
          file: 'python-django_3.2.25-0+deb12u3.debian.tar.xz',
          sha256: '33ae8f9d57c639150a4ca63fde8594d7accf691ea250ff49b6ca2f9e606d630d',
        },
      ],
    },
    keep: ['django/', 'docs/', 'tests/'],
    drop: /\/locale\//,
    docs: { language: 'python', ending: '.py', queries: 30 },
  },
  {
    name: 'redis',
    source: {
      from: 'debian',
      package: 'redis',
      version: '5:7.0.15-1~deb12u7',
      downloads: [
        {
          file: 'redis_7.0.15.orig.tar.gz',
          sha256: '4b1dc4ee6d622a09fff9c6777191209750fb5e5a725ef78ea012d6eef4c22982',
        },
        {
          file: 'redis_7.0.15-1~deb12u7.debian.tar.xz',
          sha256: '1414177085364a374a89de565845dbb9798ef46c8a91a2726e4485a376b6b9ec',
        },
      ],
    },
    keep: ['src/', 'tests/', 'deps/hiredis/', 'deps/lua/', 'utils/', 'README.md', 'redis.conf'],
    docs: { language: 'c', ending: '.c', queries: 25 },
  },
  {
    name: 'curl',
    source: {
      from: 'debian',
      package: 'curl',
      version: '7.88.1-10+deb12u15',
      downloads: [
        {
          file: 'curl_7.88.1.orig.tar.gz',
          sha256: 'cdb38b72e36bc5d33d5b8810f8018ece1baa29a8f215b4495e495ded82bbf3c7',
        },
        {
          file: 'curl_7.88.1-10+deb12u15.debian.tar.xz',
          sha256: '961b78bc48492c5693e4decb352ddd176f343260a8956f48b2887874048ef23b',
        },
      ],
    },
    keep: ['lib/', 'src/', 'docs/', 'tests/', 'include/'],
  },
  {
    name: 'x-tools',
    source: {
      from: 'debian',
      package: 'golang-golang-x-tools',
      version: '1:0.5.0+ds-1',
      downloads: [
        {
          file: 'golang-golang-x-tools_0.5.0+ds.orig.tar.gz',
          sha256: '081c21e3dad908e907156df9c44daf54cab6c870eaeb3e17753f29a2d4e535bf',
        },
      ],
    },
    keep: [''],
    docs: { language: 'go', ending: '.go', queries: 30 },
  },
  {
    name: 'netty',
    source: {
      from: 'debian',
      package: 'netty',
      version: '1:4.1.48-7+deb12u2',
      downloads: [
        {
          file: 'netty_4.1.48.orig.tar.xz',
          sha256: 'e5351d821f461f64af58e89f260ad8943b0ab75f26c1a845300a91f22a711600',
        },
        {
          file: 'netty_4.1.48-7+deb12u2.debian.tar.xz',
          sha256: '4acfbf9a2e2d51e8e4c21c7532b65dccc6db3ab561a40049d56219f89f09fc1a',
        },
      ],
    },
    keep: [''],
    docs: { language: 'java', ending: '.java', queries: 30 },
  },
  {
    name: 'rails',
    source: {
      from: 'debian',
      package: 'rails',
      version: '2:6.1.7.10+dfsg-1~deb12u2',
      downloads: [
        {
          file: 'rails_6.1.7.10+dfsg.orig.tar.xz',
          sha256: '54f0c056757697e2fd6887e622c23fac5eb862a65ac497e9e3a5081a3dc57f66',
        },
        {
          file: 'rails_6.1.7.10+dfsg-1~deb12u2.debian.tar.xz',
          sha256: 'b8e474790eaf5a00888978fa5c85b05530f22dffe023970134430c527d1519d4',
        },
      ],
    },
    keep: [''],
    docs: { language: 'ruby', ending: '.rb', queries: 30 },
  },
  {
    name: 'composer',
    source: {
      from: 'debian',
      package: 'composer',
      version: '2.5.5-1+deb12u5',
      downloads: [
        {
          file: 'composer_2.5.5.orig.tar.xz',
          sha256: '9d24f477e5a3c1c2ab12c1cf734a0d66d4572740d9edad44e462c5dc60983bce',
        },
        {
          file: 'composer_2.5.5-1+deb12u5.debian.tar.xz',
          sha256: '3e34c20eef3bd19d8acbe8c8d1f0f01bf5f2d38bc0c87b3ef0eaf48f5fa4d91c',
        },
      ],
    },
    keep: [''],
    docs: { language: 'php', ending: '.php', queries: 25 },
  },
  {
    name: 'ripgrep',
    source: {
      from: 'debian',
      package: 'rust-ripgrep',
      version: '13.0.0-4',
      downloads: [
        {
          file: 'rust-ripgrep_13.0.0.orig.tar.gz',
          sha256: 'f37c9d2c2bc7e00bd2653e13771397b94e452583da9b9494eabef627618d64bf',
        },
      ],
    },
    keep: [''],
    docs: { language: 'rust', ending: '.rs', queries: 15 },
  },
  {
    name: 'rxjs',
    source: {
      from: 'npm',
      package: 'rxjs',
      version: '7.8.2',
      downloads: [
        { file: 'rxjs-7.8.2.tgz', sha256: '2312f8ffd9726ffd7bd53ea12c5f13663d09a3dc3326f448c70b88f5ef6fac82' },
      ],
    },
    keep: ['src/', 'README.md'],
    docs: { language: 'typescript', ending: '.ts', queries: 20 },
  },
  {
    name: 'zod',
    source: {
      from: 'npm',
      package: 'zod',
      version: '4.6.7',
      downloads: [
        { file: 'zod-4.6.7.tgz', sha256: '84efd155bed93270286e793fc951be270b536cbd5b0eeb111f0fa3967201d698' },
      ],
    },
    keep: ['src/', 'README.md'],
  },
  {
    name: 'lemma',
    source: { from: 'history', commit: '22da8fb766e78626109e7c6a3ecd665683155657' },
    keep: [''],
    changes: 45,
  },
];
