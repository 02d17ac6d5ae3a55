/** Small questions to expressions. */
import type { FlowForm } from '../../../syntax/api.ts';

/** A name of the object that a method is called on. */
export const SELF = /^(?:self|this|cls|@)/;

/** Whether an expression reads a variable. */
export function mentions(form: FlowForm | undefined, name: string): boolean {
  switch (form?.is) {
    case 'name':
      return form.name === name;
    case 'member':
    case 'spread':
      return mentions(form.of, name);
    case 'element':
      return mentions(form.of, name) || mentions(form.at, name);
    case 'part':
      return mentions(form.of, name) || mentions(form.from, name) || mentions(form.to, name);
    case 'operation':
      return form.operands.some((each) => mentions(each, name));
    case 'made':
      return form.items.some((each) => mentions(each, name));
    default:
      return false;
  }
}

/** The variable that an expression begins with: `x` of `x.a[0]`. */
export function baseOf(form: FlowForm | undefined): string | undefined {
  switch (form?.is) {
    case 'name':
      return form.name;
    case 'member':
    case 'element':
    case 'part':
    case 'spread':
      return baseOf(form.of);
    default:
      return undefined;
  }
}
