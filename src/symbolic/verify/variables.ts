/** Names of the variables that symbolic arguments are made of. */

/** Names the variables of a choice's option: no option has the name of the choice, as it may be a choice itself. */
export function optionName(name: string, index: number): string {
  return `${name}|${index}`;
}

/** Names the variable that tells whether a choice takes this option, the ones before it being excluded; the last has none. */
export function selectorName(name: string, index: number): string {
  return `${name} is option ${index}`;
}

/** Names the number of items of a container. */
export function lengthName(name: string): string {
  return `len(${name})`;
}

/** Names an item of a sequence or set, or the key of an entry. */
export function itemName(name: string, index: number): string {
  return `${name}[${index}]`;
}

/** Names the value of a dictionary's entry. */
export function entryName(name: string, index: number): string {
  return `${name}.values[${index}]`;
}

/** The expression that a variable stands for, whichever option of a choice it belongs to. */
export function shownName(name: string): string {
  return name.replaceAll(/\|\d+/g, '');
}

/** The expression without the positions in it: all items of a container go by one name. */
export function placeName(name: string): string {
  return shownName(name).replaceAll(/\[\d+\]/g, '[…]');
}

/** Names the variable that tells whether two arguments, or parts of them, are one object. */
export function aliasName(one: string, other: string): string {
  return [one, other].sort().join(' is ');
}
