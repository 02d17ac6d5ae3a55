/** Which argument of a call becomes which parameter. */
import type { FlowCall, FlowValue } from '../../syntax/api.ts';
import type { ProgramFunction } from './program.ts';

/** What the object of a method is called where it is the first parameter. */
export const RECEIVERS: ReadonlySet<string> = new Set(['self', 'cls']);

/** The arguments of a call with the parameters of the function that they become; more than it has become its last one. */
export function argumentsOf(
  call: FlowCall,
  { flow, language }: Pick<ProgramFunction, 'flow' | 'language'>,
): readonly { readonly argument: FlowValue; readonly parameter: string }[] {
  const { parameters, scope } = flow;
  let at = RECEIVERS.has(parameters[0] ?? '') || (language === 'go' && scope !== '') ? 1 : 0;
  return call.arguments.flatMap((argument) => {
    const parameter = argument.name ?? parameters[at++] ?? parameters.at(-1);
    return parameter !== undefined && parameters.includes(parameter) ? [{ argument, parameter }] : [];
  });
}
