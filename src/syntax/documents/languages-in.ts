/** Which languages are read in documents. */
import type { ParsedLanguage } from '../grammar.ts';
import type { DOCUMENTS } from '../service.ts';

/** By what kernels call their language; of others the code is text. */
export const KERNELS: Readonly<Record<string, ParsedLanguage>> = {
  python: 'python',
  ipython: 'python',
  javascript: 'javascript',
  typescript: 'typescript',
  go: 'go',
  rust: 'rust',
  java: 'java',
  kotlin: 'kotlin',
  scala: 'scala',
  ruby: 'ruby',
  php: 'php',
  bash: 'bash',
  'c#': 'csharp',
  csharp: 'csharp',
  'c++': 'cpp',
  cpp: 'cpp',
};

/** By what a script says in `lang`. */
export const SCRIPTS: Readonly<Record<string, ParsedLanguage>> = {
  js: 'javascript',
  javascript: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  typescript: 'typescript',
  tsx: 'tsx',
};

/** Every language that can stand in a kind of document. */
export const LANGUAGES_IN: Readonly<Record<(typeof DOCUMENTS)[number], readonly ParsedLanguage[]>> = {
  markdown: [],
  notebook: Object.values(KERNELS),
  vue: Object.values(SCRIPTS),
  svelte: Object.values(SCRIPTS),
};
