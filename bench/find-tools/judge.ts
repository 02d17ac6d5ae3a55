/** How well `find_tools` answers the questions of a half. */
import { readFile } from 'node:fs/promises';
import { fitting, ToolIndex } from '../../src/tools/health/ranking/rank.ts';
import { LISTED_CATALOG } from '../../src/tools/surfaces.ts';

/** A half of the questions: one to look at, one that only judges. */
export type Half = 'judging' | 'tuning';

/** A question with the tools that may be first; none where no tool fits. */
export interface Question {
  readonly text: string;
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
  const text = await readFile(new URL(`${half}.json`, import.meta.url), 'utf8');
  const all: Readonly<Record<string, readonly string[]>> = JSON.parse(text);
  const asked: Question[] = [];
  for (const [question, tools] of Object.entries(all)) {
    const known = tools.filter((name) => LISTED_CATALOG.has(name));
    if (known.length > 0 || tools.length === 0) asked.push({ text: question, tools: known });
  }
  return { asked, waiting: Object.keys(all).length - asked.length };
}

/** Asks all of them. */
export function answer({ asked }: Questions): readonly Answer[] {
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

/** The figures of a half. */
export async function judge(half: Half): Promise<Figures> {
  const questions = await readQuestions(half);
  const answers = answer(questions);
  const share = (of: readonly Answer[], count: number) =>
    of.filter((each) => isRight(each, count)).length / Math.max(1, of.length);
  return {
    questions: answers.length,
    waiting: questions.waiting,
    first: share(answers, 1),
    amongThree: share(answers, 3),
    nothing: share(
      answers.filter(({ tools }) => tools.length === 0),
      1,
    ),
  };
}
