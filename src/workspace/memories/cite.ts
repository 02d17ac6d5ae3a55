/** Makes evidence of the places that somebody names. */
import { createHash } from 'node:crypto';
import { ToolFailure } from '../../lib/errors.ts';
import { areTelling } from './cited-lines.ts';
import { type Evidence, MOST_CITED_LINES, type PlaceRequest } from './service.ts';
import type { CitedFiles } from './standing.ts';

/** The place as it is at `commit`. Throws `ToolFailure` when there is no such file, or when it has no such lines. */
export function cite(place: PlaceRequest, commit: string, files: CitedFiles): Evidence {
  const { path, blob } = files.fileAt(commit, place.path);
  const { lineStart: start, lineEnd: end = start } = place;
  if (start === undefined || end === undefined) {
    if (end === undefined) return { path, blob };
    throw says(`The evidence ${path} has a last line and no first one.`, 'Give line, too, or neither.');
  }
  if (end < start) throw says(`Line ${end} of ${path} is before line ${start}.`, 'Give the first line first.');
  if (end - start >= MOST_CITED_LINES)
    throw says(
      `${end - start + 1} lines of ${path} are more than the ${MOST_CITED_LINES} that one place may have.`,
      'Cite the lines that decide, or the file without lines.',
    );
  const lines = files.linesOf(blob);
  if (lines === undefined)
    throw says(`${path} is no text whose lines can be cited.`, 'Cite the file as such, without lines.');
  if (end > lines.length)
    throw says(
      `${path} has ${lines.length} lines at commit ${commit.slice(0, 12)}, so that there is no line ${end}.`,
      'Read it with get_file, and give ref when the lines are those of another commit.',
    );
  const cited = lines.slice(start - 1, end);
  if (!areTelling(cited))
    throw says(`Lines ${start} to ${end} of ${path} say nothing that could be recognized.`, 'Cite lines with code.');
  const hash = createHash('sha256').update(cited.join('\n')).digest('hex');
  return { path, blob, lines: { start, end, hash } };
}

function says(message: string, advice: string): ToolFailure {
  return new ToolFailure({ errorType: 'INVALID_INPUT', message, advice });
}
