/** How well `find_tools` answers the questions of a half. */
import { readFile } from 'node:fs/promises';
import { fitting, ToolIndex } from '../../src/tools/health/ranking/rank.ts';
import { LISTED_CATALOG } from '../../src/tools/surfaces.ts';

/** A half of the questions: one to look at, one that only judges. */
export type Half = 'judging' | 'tuning';

/** Who wrote the questions: who wrote the intents too, or somebody who saw only the tools' names and first sentences. */
export type Origin = 'author' | 'blind';

const FILES: Readonly<Record<Origin, string>> = { author: '', blind: '-blind' };

/** A question with the tools that may be first; none where no tool fits. */
export interface Question {
  readonly text: string;
  readonly origin: Origin;
  readonly tools: readonly string[];
}

/** The questions of a half that the catalogue can answer, and how many wait for their tools. */
export interface Questions {
  readonly asked: readonly Question[];
  readonly waiting: number;
}

/** What was asked and what came. */
export interface Answer extends Question {
  /** Names of the tools that fit, best first. */
  readonly found: readonly string[];
  /** Names of all tools, best first, with scores. */
  readonly ranked: readonly (readonly [name: string, score: number])[];
}

/** Shares of the questions, 0 to 1. */
export interface Figures {
  readonly questions: number;
  readonly waiting: number;
  /** The first tool is right, or none is found where none fits. */
  readonly first: number;
  /** One of the first three is. */
  readonly amongThree: number;
  /** Of the questions that no tool fits, those that got no tool. */
  readonly nothing: number;
}

/** Reads a half. */
export async function readQuestions(half: Half): Promise<Questions> {
  const all = (await Promise.all((['author', 'blind'] as const).map((origin) => readFrom(half, origin)))).flat();
  const asked = all.flatMap((question) => {
    const tools = question.tools.filter((name) => LISTED_CATALOG.has(name));
    return tools.length > 0 || question.tools.length === 0 ? [{ ...question, tools }] : [];
  });
  return { asked, waiting: all.length - asked.length };
}

async function readFrom(half: Half, origin: Origin): Promise<readonly Question[]> {
  const text = await readFile(new URL(`${half}${FILES[origin]}.json`, import.meta.url), 'utf8');
  const tools: Readonly<Record<string, readonly string[]>> = JSON.parse(text);
  return Object.entries(tools).map(([question, right]) => ({ text: question, origin, tools: right }));
}

/** Asks all of them. */
export function answer({ asked }: Pick<Questions, 'asked'>): readonly Answer[] {
  const index = new ToolIndex(LISTED_CATALOG.values());
  return asked.map((question) => {
    const ranked = index.rank(question.text);
    return {
      ...question,
      found: fitting(ranked).map(({ entry }) => entry.tool.name),
      ranked: ranked.map(({ entry, score }) => [entry.tool.name, score]),
    };
  });
}

/** Whether one of the first `count` tools is right. */
export function isRight({ tools, found }: Answer, count: number): boolean {
  if (tools.length === 0) return found.length === 0;
  return found.slice(0, count).some((name) => tools.includes(name));
}

/** The figures of a half, or of its questions of one origin. */
export async function judge(half: Half, origin?: Origin): Promise<Figures> {
  const { asked, waiting } = await readQuestions(half);
  const answers = answer({ asked: asked.filter((question) => origin === undefined || question.origin === origin) });
  const share = (of: readonly Answer[], count: number) =>
    of.filter((each) => isRight(each, count)).length / Math.max(1, of.length);
  return {
    questions: answers.length,
    waiting,
    first: share(answers, 1),
    amongThree: share(answers, 3),
    nothing: share(
      answers.filter(({ tools }) => tools.length === 0),
      1,
    ),
  };
}
