/** The grammars and queries of the Worker. */
import type { ParsedLanguage } from '../../src/syntax/grammar.ts';
import { LANGUAGES } from '../../src/syntax/service.ts';
import bash from './build/bash.wasm';
import c from './build/c.wasm';
import cpp from './build/cpp.wasm';
import csharp from './build/csharp.wasm';
import css from './build/css.wasm';
import go from './build/go.wasm';
import html from './build/html.wasm';
import java from './build/java.wasm';
import javascript from './build/javascript.wasm';
import json from './build/json.wasm';
import kotlin from './build/kotlin.wasm';
import lua from './build/lua.wasm';
import php from './build/php.wasm';
import python from './build/python.wasm';
import ruby from './build/ruby.wasm';
import rust from './build/rust.wasm';
import scala from './build/scala.wasm';
import toml from './build/toml.wasm';
import tsx from './build/tsx.wasm';
import typescript from './build/typescript.wasm';
import yaml from './build/yaml.wasm';
import type { GrammarSource } from './loader.ts';
import bashQuery from './queries/bash.scm';
import cQuery from './queries/c.scm';
import cppQuery from './queries/cpp.scm';
import csharpQuery from './queries/csharp.scm';
import cssQuery from './queries/css.scm';
import ecmascriptQuery from './queries/ecmascript.scm';
import goQuery from './queries/go.scm';
import htmlQuery from './queries/html.scm';
import javaQuery from './queries/java.scm';
import javascriptQuery from './queries/javascript.scm';
import jsonQuery from './queries/json.scm';
import jsxQuery from './queries/jsx.scm';
import kotlinQuery from './queries/kotlin.scm';
import luaQuery from './queries/lua.scm';
import phpQuery from './queries/php.scm';
import pythonQuery from './queries/python.scm';
import rubyQuery from './queries/ruby.scm';
import rustQuery from './queries/rust.scm';
import scalaQuery from './queries/scala.scm';
import tomlQuery from './queries/toml.scm';
import typescriptQuery from './queries/typescript.scm';
import yamlQuery from './queries/yaml.scm';
import { queryOf } from './query-parts.ts';

const MODULES: Readonly<Record<ParsedLanguage, WebAssembly.Module>> = {
  python,
  javascript,
  typescript,
  tsx,
  go,
  rust,
  java,
  c,
  cpp,
  csharp,
  ruby,
  php,
  bash,
  json,
  yaml,
  toml,
  html,
  css,
  kotlin,
  scala,
  lua,
};

/** By the names of their files. */
const QUERIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bash: bashQuery,
    c: cQuery,
    cpp: cppQuery,
    csharp: csharpQuery,
    css: cssQuery,
    ecmascript: ecmascriptQuery,
    go: goQuery,
    html: htmlQuery,
    java: javaQuery,
    javascript: javascriptQuery,
    json: jsonQuery,
    jsx: jsxQuery,
    kotlin: kotlinQuery,
    lua: luaQuery,
    php: phpQuery,
    python: pythonQuery,
    ruby: rubyQuery,
    rust: rustQuery,
    scala: scalaQuery,
    toml: tomlQuery,
    typescript: typescriptQuery,
    yaml: yamlQuery,
  }),
);

/** By language. */
export const GRAMMARS: ReadonlyMap<ParsedLanguage, GrammarSource> = new Map(
  LANGUAGES.map((language) => [language, { module: MODULES[language], query: queryOf(language, QUERIES) }]),
);
