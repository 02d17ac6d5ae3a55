/** What evidence leaves open. */
import { filesToChange } from './scaffold-steps.ts';
import type { GoalEvidence } from './service.ts';
import { counted, lineOf, listed, nameIn, placeIn } from './words.ts';

/** Definitions that are asked about. */
const MOST_ASKED = 3;

/** Questions that somebody has to answer, each with what it rests on. */
export function questionsOf(evidence: GoalEvidence): string[] {
  const {
    commit,
    files,
    totalFiles,
    unknownWords,
    totalTestFiles,
    testCommand,
    hasPytest,
    others,
    ambiguous,
    unknownNames,
  } = evidence;
  const changed = filesToChange(evidence);
  const used = changed.flatMap(({ symbols }) => symbols).filter(({ totalCallers }) => totalCallers > 0);
  const untold = files.filter(({ isNamed }) => !isNamed).map(({ path }) => path);
  return [
    'What is true once the goal is reached? A criterion that a check can decide is better than words.',
    ...(commit === undefined
      ? ['Where is the code? The workspace is empty: put files into it, or import a repository.']
      : []),
    ...(commit !== undefined && files.length === 0
      ? [`Which files does the goal concern? Nothing in ${counted(totalFiles, 'file')} fits its words.`]
      : []),
    ...ambiguous
      .slice(0, MOST_ASKED)
      .map(({ name, places }) => `Which ${nameIn(name)} is meant? ${listed(places.map(placeIn))}.`),
    ...(untold.length > 0 ? [`Do these files belong to the goal? It does not name them: ${listed(untold)}.`] : []),
    ...(others.length > 0 ? [`Do these change, too? ${listed(others)}.`] : []),
    ...(unknownNames.length > 0 ? [`No file defines ${listed(unknownNames)}: is it new, or called otherwise?`] : []),
    ...(unknownWords.length > 0
      ? [`No file has the words ${listed(unknownWords)}: are they new, or is it called otherwise?`]
      : []),
    ...used
      .slice(0, MOST_ASKED)
      .map(
        ({ name, file, totalCallers, callerFiles }) =>
          `May the interface or behaviour of ${nameIn(name)} in ${nameIn(file)} change? ${counted(totalCallers, 'place')} of ${counted(callerFiles, 'other file')} use it.`,
      ),
    ...(commit !== undefined && totalTestFiles === 0 ? ['Where do tests go? The commit has no file of tests.'] : []),
    ...(commit !== undefined && !hasPytest && testCommand === undefined
      ? ['How are tests run? No file at the root tells.']
      : []),
  ].map(lineOf);
}
