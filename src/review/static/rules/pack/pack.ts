/** Rules that come along: few, each about something that is almost always wrong. */
import type { Rule } from '../rule.ts';
import { ECMASCRIPT } from './ecmascript.ts';
import { GO } from './go.ts';
import { JAVA } from './java.ts';
import { PYTHON } from './python.ts';

export const PACK: readonly Rule[] = [...PYTHON, ...ECMASCRIPT, ...GO, ...JAVA];
