/** The parts of the index that searches by meaning rest on. */
import type { Sql } from '../../lib/sql.ts';
import type { IndexPart } from '../index/part.ts';
import { PathsPart } from './paths.ts';
import { WordsPart } from './words.ts';

/** All of them, over one database. */
export function searchParts(sql: Sql): readonly IndexPart[] {
  return [new WordsPart(sql), new PathsPart(sql)];
}
