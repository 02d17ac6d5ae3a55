/** The error of contracts that cannot be read. */

/** A line of a contract that is not what a contract can hold; the message quotes it and says what can. */
export class ContractSyntaxError extends Error {
  override readonly name = 'ContractSyntaxError';
  /** 1-based line in the module. */
  readonly line: number;
  /** The offending text. */
  readonly text: string;

  constructor(message: string, place: { readonly line: number; readonly text: string }) {
    super(message);
    this.line = place.line;
    this.text = place.text;
  }
}
