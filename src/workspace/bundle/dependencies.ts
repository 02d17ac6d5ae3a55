/** Definitions that chosen code rests on. */
import { atOnce } from '../../lib/sliced-work.ts';
import type { Sql } from '../../lib/sql.ts';
import { Centralities } from '../graph/centrality.ts';
import type { Definition } from '../graph/code.ts';
import { keyOf, type Sites } from '../graph/sites.ts';
import { compare } from '../graph/symbol-search.ts';
import { contains, definitionUnit, type Unit } from './unit.ts';

/** Dependencies that are considered. */
const MOST = 60;

/** Definitions that units call or name as types, for certain, and that are not in them: most used first, then by centrality and place. */
export function dependenciesOf(sql: Sql, sites: Sites, units: readonly Unit[]): readonly Unit[] {
  const found = new Map<string, { readonly definition: Definition; uses: number }>();
  for (const unit of units) {
    for (const site of atOnce(sites.inLines(unit.path, unit.lineStart, unit.lineEnd))) {
      if (site.certainty !== 'resolved' || site.kind === 'use') continue;
      for (const definition of site.targets) {
        if (units.some((each) => each.path === definition.path && contains(each, definition))) continue;
        const known = found.get(keyOf(definition));
        if (known === undefined) found.set(keyOf(definition), { definition, uses: 1 });
        else known.uses++;
      }
    }
  }
  const centralities = new Centralities(sql);
  return [...found.values()]
    .map((each) => ({ ...each, centrality: centralities.of(each.definition) }))
    .sort(
      (left, right) =>
        right.uses - left.uses || right.centrality - left.centrality || compare(left.definition, right.definition),
    )
    .slice(0, MOST)
    .map(({ definition }) => definitionUnit(definition, 'dependency'));
}
