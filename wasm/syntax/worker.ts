/** The syntax Worker: structure of source files and counts of tokens, behind RPC. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import manifest from '../../package.json' with { type: 'json' };
import { analyze } from '../../src/syntax/analyze.ts';
import { damageOf } from '../../src/syntax/damage.ts';
import { flowOf } from '../../src/syntax/flow/flow.ts';
import type { FileFlow } from '../../src/syntax/flow/service.ts';
import { mutantsOf } from '../../src/syntax/mutants/mutants.ts';
import type { Mutant } from '../../src/syntax/mutants/service.ts';
import { matchRules, ruleOfPattern } from '../../src/syntax/patterns/match-rules.ts';
import type { PatternRule, RulesReport, TextFacts } from '../../src/syntax/patterns/service.ts';
import { textFacts } from '../../src/syntax/patterns/text-facts.ts';
import type { Damage, FileFacts, SourceFile, SyntaxApi, SyntaxInfo } from '../../src/syntax/service.ts';
import { callSitesOf } from '../../src/syntax/surface/calls.ts';
import type { CallSite, FileSurface } from '../../src/syntax/surface/service.ts';
import { surfaceOf } from '../../src/syntax/surface/surface.ts';
import { countTokens, TOKENIZER } from '../../src/syntax/tokens.ts';
import { languageVersions } from '../../src/syntax/versions.ts';
import core from './build/web-tree-sitter.wasm';
import { GRAMMARS } from './grammars.ts';
import { TreeSitter } from './loader.ts';
import recorded from './MANIFEST.json' with { type: 'json' };

/** UTF-16 units of text after which other calls get their turn: indexing must not hold up who counts tokens. */
const UNITS_BETWEEN_EVENTS = 1 << 16;

/** One in an isolate: starting it and loading grammars is what costs. */
const treeSitter = new TreeSitter({ core, grammars: GRAMMARS });

const VERSIONS = languageVersions(
  new Map(Object.entries(recorded.outputs)),
  new Map(Array.from(GRAMMARS, ([language, { query }]) => [language, query])),
);

/** The Worker's interface; see {@link SyntaxApi}. */
export class SyntaxEngine extends WorkerEntrypoint implements SyntaxApi {
  async analyze(files: readonly SourceFile[]): Promise<readonly FileFacts[]> {
    return inTurns(files, (file) => analyze(file, treeSitter));
  }

  flow(file: SourceFile): Promise<FileFlow> {
    return flowOf(file, treeSitter);
  }

  async textRanges(files: readonly SourceFile[]): Promise<readonly TextFacts[]> {
    return inTurns(files, (file) => textFacts(file, treeSitter));
  }

  async matchRules(files: readonly SourceFile[], rules: readonly PatternRule[]): Promise<RulesReport> {
    return matchRules(files, rules, treeSitter, () => scheduler.wait(0));
  }

  async matchPattern(files: readonly SourceFile[], pattern: string): Promise<RulesReport> {
    return matchRules(files, [ruleOfPattern(pattern)], treeSitter, () => scheduler.wait(0));
  }

  async publicSurface(files: readonly SourceFile[]): Promise<readonly FileSurface[]> {
    const surfaces: FileSurface[] = [];
    for (const file of files) {
      surfaces.push(await surfaceOf(file, treeSitter));
      await scheduler.wait(0);
    }
    return surfaces;
  }

  async callSites(file: SourceFile, names: readonly string[]): Promise<readonly CallSite[]> {
    return callSitesOf(file, names, treeSitter);
  }

  async mutants(file: SourceFile, lines: readonly number[], which: 'mildest' | 'all'): Promise<readonly Mutant[]> {
    return mutantsOf(file, lines, which, treeSitter);
  }

  damage(file: SourceFile): Promise<Damage> {
    return damageOf(file, treeSitter);
  }

  async countTokens(texts: readonly string[]): Promise<readonly number[]> {
    return texts.map(countTokens);
  }

  async info(): Promise<SyntaxInfo> {
    // A grammar is run, so that a broken build is seen.
    await analyze({ path: 'health.py', text: 'pass\n' }, treeSitter);
    const { heapBytes } = treeSitter;
    const treeSitterVersion = manifest.dependencies['web-tree-sitter'];
    return { treeSitterVersion, tokenizer: TOKENIZER, heapBytes, versions: VERSIONS };
  }
}

/** What `work` gives for each file; other calls get their turn in between. */
async function inTurns<Facts>(
  files: readonly SourceFile[],
  work: (file: SourceFile) => Promise<Facts>,
): Promise<readonly Facts[]> {
  const facts: Facts[] = [];
  let units = 0;
  for (const file of files) {
    facts.push(await work(file));
    units += file.text.length;
    if (units < UNITS_BETWEEN_EVENTS) continue;
    units = 0;
    await scheduler.wait(0);
  }
  return facts;
}

export default {
  fetch(): Response {
    return new Response('The syntax engine is reached through the front Worker.\n', { status: 404 });
  },
} satisfies ExportedHandler;
