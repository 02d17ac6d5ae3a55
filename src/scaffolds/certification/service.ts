/** Certifications: a model is given the tests of scaffolds, one after the other, and what it answers is judged. Methods throw `ToolFailure`. */
import type { ModelRequest, Price, Usage } from '../../models/api.ts';
import type { GivenAnswer, TestResult } from './results.ts';

/** Tests of one certification. */
export const MOST_TESTS = 2_000;
/** Failures of a model at a test, after which the test counts as wrong. */
export const MOST_ATTEMPTS = 3;

/** Which tests. */
export interface SuiteRequest {
  /** Names, aliases or categories; all scaffolds when empty. */
  readonly scaffolds: readonly string[];
  readonly seed: number;
  readonly level: number;
  /** Of each tier; as many as the contract has when absent. */
  readonly count?: number;
}

/** What tests take, before any is asked. */
export interface Estimate {
  /** Names. */
  readonly scaffolds: readonly string[];
  readonly tests: number;
  /** Tokens of all questions, counted by one tokenizer for all models. */
  readonly inputTokens: number;
  /** Tokens that the answers may have. */
  readonly mostOutputTokens: number;
}

/** Who answers. */
export type Answerer =
  | { readonly kind: 'caller' }
  /** A model of the server, by its name, with so many questions at once. */
  | { readonly kind: 'model'; readonly name: string; readonly parallel: number; readonly price?: Price };

/** What a certification is. */
export interface CertificationFacts {
  readonly id: string;
  readonly suite: SuiteRequest;
  readonly by: Answerer;
}

/** `ended`: before all tests had an answer. */
export type CertificationState = 'open' | 'complete' | 'ended';

/** How far it is. */
export interface CertificationStatus {
  readonly facts: CertificationFacts;
  readonly state: CertificationState;
  readonly tests: number;
  /** Tests that have a result; one that a model did not answer has one, too. */
  readonly done: number;
  readonly scaffolds: readonly { readonly scaffold: string; readonly tests: number; readonly done: number }[];
  /** Why nothing goes on, or what went wrong last. */
  readonly trouble?: string;
  readonly usage: Usage;
}

/** A test that has no result. */
export interface OpenTest {
  readonly id: string;
  readonly scaffold: string;
  readonly task: string;
  readonly input: object;
  /** The whole question for a model. */
  readonly request: ModelRequest;
}

/** What became of a test. */
export type Outcome = { readonly id: string; readonly usage?: Usage } & (
  | { readonly kind: 'parts'; readonly given: GivenAnswer }
  /** A text with steps and answer. */
  | { readonly kind: 'text'; readonly text: string }
  /** No answer; `again`: it may be asked again, up to {@link MOST_ATTEMPTS} times. */
  | { readonly kind: 'missed'; readonly why: string; readonly again: boolean }
);

/** All that came of it. Tests without a result are there as errors. */
export interface CertificationRecord {
  readonly facts: CertificationFacts;
  readonly state: CertificationState;
  readonly results: readonly TestResult[];
  readonly manifest: string;
}

/** One certification. */
export interface CertificationApi {
  /** Begins it; the same again changes nothing. */
  start(facts: CertificationFacts): Promise<CertificationStatus>;
  status(): Promise<CertificationStatus>;
  /** The first tests without a result, those that were tried least first; all of one scaffold. */
  next(most: number): Promise<readonly OpenTest[]>;
  /** Judges answers. A test that has a result keeps it. Throws for an id that is not among the tests, and when it has ended. */
  take(outcomes: readonly Outcome[]): Promise<CertificationStatus>;
  /** Notes why nothing goes on; the next answer removes it. */
  note(trouble: string): Promise<void>;
  /** Takes no more answers. */
  end(): Promise<CertificationStatus>;
  record(): Promise<CertificationRecord>;
  /** Deletes everything; the next call finds an empty object. */
  erase(): Promise<void>;
}
