/** Commits of a workspace beside one another; other calls come in between. */

import { ToolFailure } from '../../lib/errors.ts';
import { inSlices, type Steps, WorkBudget } from '../../lib/sliced-work.ts';
import type { FileReader } from '../files/file-reader.ts';
import { blame, LARGEST_BLAMED } from '../git/compare/blame.ts';
import { mergeBases } from '../git/compare/merge-bases.ts';
import { byteLines, isBinaryContent, MOST_LINES, shownLine } from '../git/compare/text.ts';
import { MODES, type Oid, type Signature } from '../git/object.ts';
import { quotedPath } from '../git/paths.ts';
import type { Repository } from '../git/repository.ts';
import { comparison, wholePatch } from './comparison.ts';
import {
  type BlameAnswer,
  type BlamedCommit,
  type BlameRequest,
  type CompareApi,
  type CompareRequest,
  type Comparison,
  LONGEST_BLAMED_LINE,
  type Patch,
  type PatchRequest,
  type Person,
  type RefComparison,
  type ShowCommitRequest,
  type ShownCommit,
} from './service.ts';

/** Units of work of one call: one to nine seconds of CPU in Node, by what is compared. */
const MOST_WORK = 5_000_000;

/** Answers with the repository of the Durable Object. Methods throw `ToolFailure`. */
export class WorkspaceCompare implements CompareApi {
  readonly #repository: Repository;
  readonly #reader: FileReader;

  constructor(repository: Repository, reader: FileReader) {
    this.#repository = repository;
    this.#reader = reader;
  }

  async compare({ base, head, twoDot, ...page }: CompareRequest): Promise<RefComparison> {
    const from = this.#reader.commitOf(base);
    const to = this.#reader.commitOf(head);
    return this.#work(function* (this: WorkspaceCompare, work): Steps<RefComparison> {
      if (twoDot) return { from, ...(yield* comparison(this.#repository, { base: from, head: to }, page, work)) };
      const { bases, complete } = yield* mergeBases(this.#repository, from, to, work);
      const [start] = bases;
      if (start === undefined) throw unrelated(from, to, complete);
      const result = yield* comparison(this.#repository, { base: start, head: to }, page, work);
      return { from, mergeBases: bases, ...result };
    });
  }

  async showCommit({ commit: ref, ...page }: ShowCommitRequest): Promise<ShownCommit> {
    const oid = this.#reader.commitOf(ref);
    const commit = this.#repository.commit(oid);
    const [parent] = commit.parents;
    const cutOff = parent !== undefined && !this.#repository.has(parent);
    const compared = await this.#work<Comparison>((work) =>
      // Against itself, nothing differs.
      comparison(this.#repository, { base: cutOff ? oid : parent, head: oid }, page, work),
    );
    return {
      ...compared,
      author: personOf(commit.author),
      committer: personOf(commit.committer),
      message: commit.message,
      parents: commit.parents,
      cutOff,
    };
  }

  async patch({ base: baseRef, head: headRef, twoDot, paths }: PatchRequest): Promise<Patch> {
    const head = this.#reader.commitOf(headRef);
    const from = baseRef === undefined ? undefined : this.#reader.commitOf(baseRef);
    const { message, parents } = this.#repository.commit(head);
    const patch = await this.#work(function* (this: WorkspaceCompare, work): Steps<Omit<Patch, 'message'>> {
      const base = yield* this.#startOf(from, { head, parent: parents[0], twoDot }, work);
      return yield* wholePatch(this.#repository, { base, head, paths }, work);
    });
    return { ...patch, message };
  }

  async blame({ path, ref, lineStart, lineEnd }: BlameRequest): Promise<BlameAnswer> {
    const commit = this.#reader.commitOf(ref);
    const entry = this.#reader.entryOf(commit, path);
    const data = entry.mode === MODES.symlink ? undefined : this.#repository.blob(entry.oid);
    if (data === undefined || isBinaryContent(data) || data.length > LARGEST_BLAMED) throw noLines(path, data);
    const { lines, found } = await this.#work(function* (this: WorkspaceCompare, work) {
      const lines = yield* byteLines(data, work);
      if (lines === undefined) throw noLines(path, data);
      if (lineStart > Math.max(lines.length, 1)) throw beyond(path, lines.length, lineStart);
      const range = { from: lineStart - 1, to: Math.min(lineEnd, lines.length) };
      return { lines, found: yield* blame(this.#repository, { commit, path, ...range }, work) };
    });
    return {
      path,
      commit,
      lines: lines.length,
      runs: found.lines.map(({ line, count, commit: origin, path: originPath, origin: originLine, certainty }) => ({
        lineStart: line + 1,
        lineEnd: line + count,
        commit: origin,
        originLine: originLine + 1,
        originPath,
        certainty,
        text: lines
          .slice(line, line + count)
          .map((each) => shownLine(each).slice(0, LONGEST_BLAMED_LINE).toWellFormed()),
      })),
      commits: [...new Set(found.lines.map((each) => each.commit))].map((oid) => this.#describe(oid)),
      complete: found.complete,
      commitsRead: found.commitsRead,
    };
  }

  /** The commit that changes are counted from; undefined for the empty tree. */
  *#startOf(
    from: Oid | undefined,
    { head, parent, twoDot }: { readonly head: Oid; readonly parent: Oid | undefined; readonly twoDot: boolean },
    work: WorkBudget,
  ): Steps<Oid | undefined> {
    if (from === undefined) {
      if (parent !== undefined && !this.#repository.has(parent)) throw cutOff(head);
      return parent;
    }
    if (twoDot) return from;
    const { bases, complete } = yield* mergeBases(this.#repository, from, head, work);
    if (bases[0] === undefined) throw unrelated(from, head, complete);
    return bases[0];
  }

  #work<Result>(steps: (this: WorkspaceCompare, work: WorkBudget) => Steps<Result>): Promise<Result> {
    const work = new WorkBudget(MOST_WORK);
    return inSlices(steps.call(this, work), work, () => scheduler.wait(1));
  }

  #describe(oid: Oid): BlamedCommit {
    const { author, message } = this.#repository.commit(oid);
    return { commit: oid, author: author.name, date: dateOf(author), subject: message.split('\n', 1)[0] ?? '' };
  }
}

function personOf(signature: Signature): Person {
  return { name: signature.name, email: signature.email, date: dateOf(signature) };
}

/** Times that no calendar has are the beginning of it. */
function dateOf({ seconds }: Signature): string {
  const date = new Date(seconds * 1000);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

function unrelated(from: Oid, to: Oid, complete: boolean): ToolFailure {
  const commits = `${from.slice(0, 12)} and ${to.slice(0, 12)}`;
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: complete
      ? `The histories of ${commits} have no commit in common.`
      : `The histories of ${commits} are longer than one call reads, so that it is not known where they part.`,
    advice: 'Compare them as they are with two_dot: true.',
  });
}

function cutOff(head: Oid): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `The commit before ${head.slice(0, 12)} is not in the workspace, which was pushed or imported without it.`,
    advice: 'Name a base that is there, or push the whole history.',
  });
}

function noLines(path: string, data: Uint8Array | undefined): ToolFailure {
  const is =
    data === undefined
      ? 'is a symbolic link'
      : data.length > LARGEST_BLAMED
        ? `has ${data.length} bytes, more than the ${LARGEST_BLAMED} whose lines are followed`
        : isBinaryContent(data)
          ? `is a binary file of ${data.length} bytes`
          : `has more than the ${MOST_LINES} lines that are followed`;
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${quotedPath(path)} ${is}, so that no lines of it can be blamed.`,
    advice: 'get_file tells which commit changed it last; git_commit_retrieval with path finds those before.',
  });
}

function beyond(path: string, lines: number, asked: number): ToolFailure {
  return new ToolFailure({
    errorType: 'INVALID_INPUT',
    message: `${quotedPath(path)} has ${lines} lines, so that there is no line ${asked}.`,
    advice: `Give a line_start from 1 to ${Math.max(lines, 1)}.`,
  });
}
