/** Which language a file is written in. */
import type { ProgramLanguage } from './grammar.ts';
import { LANGUAGES, type Language, type SourceFile } from './service.ts';

const BY_EXTENSION: Readonly<Record<string, Language>> = {
  py: 'python',
  pyi: 'python',
  pyw: 'python',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  go: 'go',
  rs: 'rust',
  java: 'java',
  c: 'c',
  h: 'c',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  'c++': 'cpp',
  hh: 'cpp',
  hpp: 'cpp',
  hxx: 'cpp',
  'h++': 'cpp',
  ipp: 'cpp',
  tpp: 'cpp',
  inl: 'cpp',
  ino: 'cpp',
  cu: 'cpp',
  cuh: 'cpp',
  cs: 'csharp',
  csx: 'csharp',
  rb: 'ruby',
  rake: 'ruby',
  gemspec: 'ruby',
  ru: 'ruby',
  podspec: 'ruby',
  php: 'php',
  phtml: 'php',
  sh: 'bash',
  bash: 'bash',
  zsh: 'bash',
  ksh: 'bash',
  bats: 'bash',
  json: 'json',
  jsonc: 'json',
  json5: 'json',
  webmanifest: 'json',
  geojson: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  css: 'css',
  kt: 'kotlin',
  kts: 'kotlin',
  scala: 'scala',
  sc: 'scala',
  sbt: 'scala',
  lua: 'lua',
  rockspec: 'lua',
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  ipynb: 'notebook',
  vue: 'vue',
  svelte: 'svelte',
};

const BY_NAME: Readonly<Record<string, Language>> = {
  Gemfile: 'ruby',
  Rakefile: 'ruby',
  Podfile: 'ruby',
  Vagrantfile: 'ruby',
  SConstruct: 'python',
  SConscript: 'python',
  wscript: 'python',
  PKGBUILD: 'bash',
  '.bashrc': 'bash',
  '.bash_profile': 'bash',
  '.profile': 'bash',
  '.zshrc': 'bash',
  '.babelrc': 'json',
  '.eslintrc': 'json',
  '.prettierrc': 'json',
  'composer.lock': 'json',
  'Cargo.lock': 'toml',
  Pipfile: 'toml',
  'poetry.lock': 'toml',
  'uv.lock': 'toml',
  '.clang-format': 'yaml',
  '.clang-tidy': 'yaml',
};

const BY_INTERPRETER: Readonly<Record<string, Language>> = {
  python: 'python',
  pypy: 'python',
  node: 'javascript',
  bun: 'typescript',
  deno: 'typescript',
  'ts-node': 'typescript',
  tsx: 'typescript',
  ruby: 'ruby',
  php: 'php',
  sh: 'bash',
  bash: 'bash',
  dash: 'bash',
  ksh: 'bash',
  zsh: 'bash',
  scala: 'scala',
  kotlin: 'kotlin',
  lua: 'lua',
  luajit: 'lua',
};

/** `#!/usr/bin/env -S python3.12 -u`: the interpreter without its version. */
const SHEBANG =
  /^\uFEFF?#![ \t]*(?:\S*\/)?(?:env[ \t]+(?:-\S+[ \t]+|\w+=\S+[ \t]+)*(?:\S*\/)?)?([a-z][a-z-]*)[\d.]*(?:\s|$)/;
/** Where a line of a header begins with it, the header is C++. */
const CPP_SIGN =
  /^[ \t]*(?:class[ \t]+\w|namespace\b|template[ \t]*<|using[ \t]+\w|(?:public|private|protected)[ \t]*:)|\bstd::|#[ \t]*include[ \t]*<(?:string|vector|map|memory|algorithm|functional|iostream|utility)>/m;

/** What {@link languageOf} looks things up in. */
export const LANGUAGE_TABLES = [BY_EXTENSION, BY_NAME, BY_INTERPRETER] as const;

/** By file name, extension, or the first line of a file without one, in this order; `.h` is C unless it has signs of C++. */
export function languageOf({ path, text }: SourceFile): Language {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const known = own(BY_NAME, name);
  if (known !== undefined) return known;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  if (extension === 'h') return CPP_SIGN.test(text) ? 'cpp' : 'c';
  const interpreter = extension === '' ? SHEBANG.exec(text)?.[1] : undefined;
  return (
    own(BY_EXTENSION, extension) ?? (interpreter === undefined ? undefined : own(BY_INTERPRETER, interpreter)) ?? 'text'
  );
}

/** The same, where only programs are read: documents are `text`. */
export function programLanguageOf(file: SourceFile): ProgramLanguage {
  const language = languageOf(file);
  return LANGUAGES.find((each) => each === language) ?? 'text';
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
