/** Which tool a call is for, once those that pass calls on have done so. */
import type { Call } from './define-tool.ts';
import type { CatalogEntry } from './tool-context.ts';

/** The call that `call` stands for: itself, unless its tool passes it on to another that exists and does the work. */
export function meantCall(call: Call, catalog: ReadonlyMap<string, CatalogEntry>): Call {
  const passed = catalog.get(call.name)?.tool.passesOn?.(call.args);
  const target = passed === undefined ? undefined : catalog.get(passed.name)?.tool;
  return passed === undefined || target === undefined || target.passesOn !== undefined ? call : passed;
}
