/** The hash table of a set of small integers, whose slots decide the order of iteration: CPython 3.14, Objects/setobject.c. */

const SMALLEST = 8;
const LINEAR_PROBES = 9;
const PERTURB_SHIFT = 5;
const LARGEST_HASH = 2 ** 31 - 2;
/** Sets that are larger grow more slowly in CPython. */
const MOST_USED = 50_000;

type Slot = number | 'dummy' | undefined;

/** The order of a set is not the same in every build of CPython. */
class Unportable extends Error {
  override readonly name = 'Unportable';
}

/** An immutable hash table; every operation gives undefined where builds of CPython differ in it. */
export class SetTable {
  static readonly EMPTY = new SetTable(new Array<Slot>(SMALLEST).fill(undefined), 0, 0, 0);

  readonly #slots: Slot[];
  #fill: number;
  #used: number;
  #finger: number;

  private constructor(slots: Slot[], fill: number, used: number, finger: number) {
    this.#slots = slots;
    this.#fill = fill;
    this.#used = used;
    this.#finger = finger;
  }

  /** The elements in the order of iteration. */
  get order(): readonly number[] {
    return this.#slots.filter((slot) => typeof slot === 'number');
  }

  /** The table with one more element. */
  with(element: number): SetTable | undefined {
    return this.#changed((table) => table.#add(element));
  }

  /** The table without an element. */
  without(element: number): SetTable | undefined {
    return this.#changed((table) => table.#discard(element));
  }

  /** The table with all elements of another set: `set.update(other)`, or a copy where this one is empty. */
  merged(other: SetTable): SetTable | undefined {
    return this.#changed((table) => table.#merge(other));
  }

  /** The table after room for this many more elements was made. */
  withRoomFor(count: number): SetTable | undefined {
    return this.#changed((table) => {
      if ((table.#fill + count) * 5 >= table.#mask * 3) table.#resize((table.#used + count) * 2);
    });
  }

  /** The table after elements were removed one by one: many dummies are swept away. */
  swept(): SetTable | undefined {
    return this.#changed((table) => {
      if (table.#fill - table.#used > Math.floor(table.#mask / 4)) table.#grow();
    });
  }

  /** The element that `set.pop` takes, and the table without it; undefined for an empty set. */
  popped(): { readonly element: number; readonly rest: SetTable } | undefined {
    if (this.#used === 0) return undefined;
    const rest = this.#copy();
    let at = rest.#finger & rest.#mask;
    while (typeof rest.#slots[at] !== 'number') at = at === rest.#mask ? 0 : at + 1;
    const element = rest.#slots[at];
    if (typeof element !== 'number') return undefined;
    rest.#slots[at] = 'dummy';
    rest.#used -= 1;
    rest.#finger = at + 1;
    return { element, rest };
  }

  /** The table with the place where the next `pop` begins to search taken from another one. */
  searchedLike(other: SetTable): SetTable {
    return new SetTable(this.#slots, this.#fill, this.#used, other.#finger);
  }

  #changed(change: (table: SetTable) => void): SetTable | undefined {
    const table = this.#copy();
    try {
      change(table);
      return table;
    } catch (error) {
      if (error instanceof Unportable) return undefined;
      throw error;
    }
  }

  #copy(): SetTable {
    return new SetTable([...this.#slots], this.#fill, this.#used, this.#finger);
  }

  get #mask(): number {
    return this.#slots.length - 1;
  }

  /** The slot of the element, or the one where it goes: the last one on the way that an element has left, else a new one. */
  #find(element: number): number {
    const mask = this.#mask;
    const hash = hashOf(element);
    let perturb = hash;
    let left: number | undefined;
    for (let at = (hash & mask) >>> 0; ; ) {
      const probes = at + LINEAR_PROBES <= mask ? LINEAR_PROBES : 0;
      for (let probe = at; probe <= at + probes; probe++) {
        const slot = this.#slots[probe];
        if (slot === element) return probe;
        if (slot === undefined) return left ?? probe;
        if (slot === 'dummy') left = probe;
      }
      // the upper bits of a negative hash depend on the size of a word
      if (hash < 0) throw new Unportable();
      perturb >>>= PERTURB_SHIFT;
      at = (at * 5 + 1 + perturb) & mask;
    }
  }

  #add(element: number): void {
    const at = this.#find(element);
    const before = this.#slots[at];
    if (before === element) return;
    this.#slots[at] = element;
    this.#used += 1;
    if (before === 'dummy') return;
    this.#fill += 1;
    if (this.#fill * 5 >= this.#mask * 3) this.#grow();
  }

  #discard(element: number): void {
    const at = this.#find(element);
    if (this.#slots[at] !== element) return;
    this.#slots[at] = 'dummy';
    this.#used -= 1;
  }

  #merge(other: SetTable): void {
    if (other.#used === 0) return;
    if ((this.#fill + other.#used) * 5 >= this.#mask * 3) this.#resize((this.#used + other.#used) * 2);
    if (this.#fill === 0 && this.#mask === other.#mask && other.#fill === other.#used) {
      for (const [at, slot] of other.#slots.entries()) this.#slots[at] = slot;
      this.#fill = other.#fill;
      this.#used = other.#used;
      return;
    }
    for (const element of other.order) this.#add(element);
  }

  #grow(): void {
    this.#resize(this.#used > MOST_USED ? this.#used * 2 : this.#used * 4);
  }

  #resize(least: number): void {
    let size = SMALLEST;
    while (size <= least) size *= 2;
    const { order } = this;
    this.#slots.length = 0;
    for (let at = 0; at < size; at++) this.#slots.push(undefined);
    this.#fill = order.length;
    for (const element of order) this.#slots[this.#find(element)] = element;
  }
}

/** An int's hash, which is the int itself where no build reduces it; -1 stands for errors. */
function hashOf(element: number): number {
  if (Math.abs(element) > LARGEST_HASH) throw new Unportable();
  return element === -1 ? -2 : element;
}
