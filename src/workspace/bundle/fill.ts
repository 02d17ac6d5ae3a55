/** Which code comes into a bundle, and in which order: what was hinted at, what matches, then what that rests on. */
import { nearPaths } from '../files/near-paths.ts';
import type { StoredCode } from '../graph/stored-code.ts';
import type { IndexedFiles } from './files.ts';
import { Packing } from './packing.ts';
import { bestLines } from './regions.ts';
import { outlineOf } from './render.ts';
import type { PlaceRanking, RankedPlace, Role } from './service.ts';
import type { Texts } from './texts.ts';
import { type BundledFile, fileUnit, linesUnit, type Unit, unitAround } from './unit.ts';

/** What a file may have, where the one before it may have 1. */
const FALL = 0.7;
/** What one place of a file may have of that: all of it where there are few tokens in all. */
const PLACE_SHARE = 0.3;
const FEW_TOKENS = 3000;
/** Tokens that the best place of a file may have beside. */
const BEST_PLACE = 70;
/** Places of a file that are shown. */
const MOST_OF_A_FILE = 12;
/** Of the tokens, what is for code that matches while dependencies are followed; a whole dependency has at most the second share. */
const OWN_SHARE = 0.9;
const DEPENDENCY_SHARE = 0.1;
/** Of the best places, so many are reported when they do not come in. */
const REPORTED_PLACES = 40;
/** Fewer tokens of a piece say nothing. */
const LEAST_PIECE = 30;

/** What can come in. */
export interface Supply {
  readonly code: StoredCode;
  readonly files: IndexedFiles;
  readonly texts: Texts;
  readonly hints: readonly string[];
  readonly ranking: PlaceRanking;
  /** What units rest on, most used first; undefined where nobody asks. */
  readonly dependencies: ((units: readonly Unit[]) => readonly Unit[]) | undefined;
}

/** A file with its best places. */
interface Source {
  /** Files before it. */
  readonly index: number;
  readonly file: BundledFile;
  readonly role: Role;
  readonly places: readonly RankedPlace[];
}

/**
 * Chooses code of about `maxTokens`. Each file shows its best place, then come all others as they are ranked; what a place may have falls
 * from file to file.
 * A place is shown as the definition around it if that fits, else as it is, else by those of its lines that say most of the query.
 */
export function fillPacking(supply: Supply, maxFiles: number, maxTokens: number): Packing {
  const { code, files, texts, ranking, dependencies } = supply;
  const packing = new Packing(texts, maxFiles, maxTokens);
  const sources = sourcesOf(supply, maxFiles, packing);
  for (const place of ranking.places.slice(0, REPORTED_PLACES)) {
    const file = files.at(place.path);
    if (file !== undefined) packing.consider(unitAround(code, file, place, 'match') ?? linesUnit(file, place, 'match'));
  }
  const reserved = dependencies === undefined ? 0 : maxTokens * (1 - OWN_SHARE);
  const share = PLACE_SHARE * Math.max(1, Math.min(1 / PLACE_SHARE, FEW_TOKENS / maxTokens));
  const ofFirst = (share * (packing.left - reserved) * (1 - FALL)) / (1 - FALL ** sources.length);
  const shareOf = ({ index }: Source) => ofFirst * FALL ** index;
  for (const source of sources) {
    const [best] = source.places;
    if (best !== undefined) takePlace(source, best, shareOf(source) + BEST_PLACE);
  }
  const byPath = new Map(sources.map((source) => [source.file.path, source]));
  for (const place of ranking.places) {
    const source = byPath.get(place.path);
    if (source?.places.includes(place)) takePlace(source, place, shareOf(source));
  }
  for (const unit of dependencies?.(packing.units) ?? []) {
    if (!packing.take(unit, maxTokens * DEPENDENCY_SHARE)) packing.outline(unit, outlineOf(code, unit));
  }
  return packing;

  function takePlace({ file, role }: Source, place: RankedPlace, share: number): void {
    const most = Math.min(share, packing.left - reserved);
    const around = unitAround(code, file, place, role);
    if (around !== undefined && packing.take(around, most)) return;
    const room = most - packing.headTokens(file.path);
    const range = room < LEAST_PIECE ? undefined : bestLines(place, texts.of(file.document), ranking.weights, room);
    if (range !== undefined) packing.take(linesUnit(file, range, role), most);
  }
}

/** The files that are hinted at, then those that match. A hinted file is shown whole if it fits, else its signatures and its places are. */
function sourcesOf({ code, files, hints, ranking }: Supply, maxFiles: number, packing: Packing): readonly Source[] {
  const places = Map.groupBy(ranking.places, ({ path }) => path);
  const sources = new Map<string, Source>();
  const add = (file: BundledFile, role: Role) => {
    const best = places.get(file.path)?.slice(0, MOST_OF_A_FILE) ?? [];
    sources.set(file.path, { index: sources.size, file, role, places: best });
  };
  for (const hint of hints) {
    const file = files.find(hint);
    if (file === undefined) packing.miss(hint, nearPaths(hint, files.paths()));
    else if (!sources.has(file.path)) add(file, 'hint');
  }
  for (const { file } of sources.values()) {
    const unit = fileUnit(file, 'hint');
    packing.consider(unit);
    if (!packing.take(unit)) packing.outline(unit, outlineOf(code, unit));
  }
  for (const path of places.keys()) {
    const file = sources.has(path) || sources.size >= maxFiles ? undefined : files.at(path);
    if (file !== undefined) add(file, 'match');
  }
  return [...sources.values()];
}
