/** A process that parses one line with tree-sitter. */
import { loadPythonParser } from '../../scripts/lib/node-engine.ts';

(await loadPythonParser()).parse('x = 1').delete();
