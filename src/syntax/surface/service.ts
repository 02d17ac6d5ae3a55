/** What files offer to others: their definitions with visibility, parameters and types, and the places that call. */
import type { SymbolKind } from '../../lib/symbol-kinds.ts';
import type { Language, SourceFile } from '../service.ts';

/** From where a definition can be used, by its own modifiers: everywhere, in derived classes, in its package or module, nowhere else. */
export type Visibility = 'public' | 'protected' | 'internal' | 'private';

/** How an argument reaches a parameter: by place, by place or name, by name, or with all that is left of either. */
export type ParameterKind = 'positional' | 'either' | 'keyword' | 'rest' | 'keyword-rest';

/** A parameter; its receiver (`self`) is none. Types and defaults are as the source writes them, on one line. */
export interface Parameter {
  /** Empty where the source names none. */
  readonly name: string;
  readonly kind: ParameterKind;
  readonly type?: string;
  readonly default?: string;
  /** Whether a call must give it. */
  readonly required: boolean;
}

/** What the source says of a definition beside its kind. */
export type Trait =
  /** Without a body, to be given by those that derive from it. */
  | 'abstract'
  | 'static'
  /** A field that may be left out when a value is made. */
  | 'optional'
  | 'overload'
  /** A function that is used without being called. */
  | 'property'
  /** Decorated by something that may change how it is called. */
  | 'wrapped'
  /** A type that others may extend by new members without breaking anybody. */
  | 'open'
  /** A definition that is repeated under conditions: which of them counts is not known. */
  | 'conditional';

/** A definition that others may rest on. */
export interface SurfaceSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Names of the definitions around it with dots between; empty at the top. */
  readonly scope: string;
  /** Its own; what it lies in may be less visible. */
  readonly visibility: Visibility;
  /** Names under which its file exports it, where a file says so (JavaScript, TypeScript); empty: it does not. */
  readonly exportedAs?: readonly string[];
  /** Of a function. */
  readonly parameters?: readonly Parameter[];
  /** What a function returns, or the type of a variable or field; absent where the source does not say. */
  readonly type?: string;
  /** Of a constant, variable, field or type alias; cut at 200 characters, then `…`. */
  readonly value?: string;
  /** Types that it derives from, without their arguments. */
  readonly bases: readonly string[];
  readonly traits: readonly Trait[];
  /** Tells definitions of equal text but for their own name from others; absent where there is too little text to tell. */
  readonly body?: string;
  /** 1-based: of its name, and its last one. */
  readonly line: number;
  readonly lineEnd: number;
}

/** What a file offers. */
export interface FileSurface {
  readonly language: Language;
  /** In the order of the text, outer ones first. */
  readonly symbols: readonly SurfaceSymbol[];
  /** Names that it takes from elsewhere, and may offer in its turn. */
  readonly taken: readonly string[];
  /** Modules of which it takes all names, which are not known here. */
  readonly wildcards: readonly string[];
  /** What Python's `__all__` lists, where it is written out in the file. */
  readonly listed?: readonly string[];
  /** Whether the file could not be read, or parts of it: then definitions may be missing. */
  readonly damaged: boolean;
}

/** A call as it is written. */
export interface CallSite {
  readonly name: string;
  readonly qualifier?: string;
  /** 1-based, of the name. */
  readonly line: number;
  /** Arguments by place, and names of those by name. */
  readonly positional: number;
  readonly keywords: readonly string[];
  /** Whether it spreads values (`*args`, `...rest`): how many arguments there are is unknown. */
  readonly spreads: boolean;
}

/** Methods of the syntax Worker about surfaces. Every answer depends on the arguments alone. */
export interface SurfaceApi {
  /** What each file offers, in the order given; the limits of `SyntaxApi.analyze`. A text without grammar offers nothing. */
  publicSurface(files: readonly SourceFile[]): Promise<readonly FileSurface[]>;
  /** The calls in a file of functions that have one of these names, in the order of the text, at most 2,000. */
  callSites(file: SourceFile, names: readonly string[]): Promise<readonly CallSite[]>;
}
