/** What other engines may use of this one. */

export type {
  FileFlow,
  FlowAssignment,
  FlowBlock,
  FlowCall,
  FlowExit,
  FlowForm,
  FlowValue,
  FunctionFlow,
} from './flow/service.ts';
export { languageOf, programLanguageOf } from './languages.ts';
export type { Mutant } from './mutants/service.ts';
export type {
  Condition,
  Formula,
  PatternApi,
  PatternMatch,
  PatternRule,
  RulesReport,
  TextFacts,
  TextRange,
} from './patterns/service.ts';
export type {
  Chunk,
  Damage,
  DamagedPlace,
  FileFacts,
  ImportFacts,
  Language,
  LineRange,
  ReferenceFacts,
  SourceFile,
  SymbolFacts,
  SyntaxApi,
  SyntaxInfo,
} from './service.ts';
export type { CallSite, FileSurface, Parameter, SurfaceSymbol } from './surface/service.ts';
