/** Messages and fixes with what metavariables stand for. */
import type { PatternMatch } from '../../../syntax/api.ts';

/** UTF-16 units of what a metavariable stands for, in a message. */
const SHOWN = 1_000;

/** The template with each `$NAME` that is bound in place of its name; others stay. */
export function filledIn(template: string, { variables }: PatternMatch): string {
  return template.replace(/\$(?:\.\.\.)?(?:[A-Z_][A-Z_0-9]*|\d)/g, (name) =>
    Object.hasOwn(variables, name) ? (variables[name]?.text.slice(0, SHOWN) ?? name) : name,
  );
}
