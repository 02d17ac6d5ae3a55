/** The objects of a push by their ids: those that came, and those that others name. Typed arrays, since there may be a million. */
import { toHex } from '../bytes.ts';
import { BadObject, type ObjectType, type Oid } from '../object.ts';

const OID_BYTES = 20;
const TYPES = ['commit', 'tree', 'blob', 'tag'] as const satisfies readonly ObjectType[];
/** Kinds as bits of {@link OidTable.want}. */
const ANY = 0b1111;

/** An object that is named and did not come. */
export interface WantedObject {
  readonly oid: Oid;
  /** What it must be to be what others say it is. */
  readonly type: ObjectType;
}

/** Ids and what is known of them. */
export class OidTable {
  readonly #seed = crypto.getRandomValues(new Int32Array(1))[0] ?? 0;
  readonly #most: number;
  #capacity = 1024;
  #count = 0;
  /** Number of a key plus 1; 0 is free. */
  #slots = new Int32Array(2 * this.#capacity);
  #keys = new Uint8Array(OID_BYTES * this.#capacity);
  /** Row of the object; 0 while it did not come. */
  #rows = new Int32Array(this.#capacity);
  /** What the object may be: one bit for each type. */
  #types = new Uint8Array(this.#capacity);

  /** A table of `most` ids at most. */
  constructor(most: number) {
    this.#most = most;
  }

  /** The row of an object that came. */
  rowOf(oid: Uint8Array): number | undefined {
    const number = (this.#slots[this.#slotOf(oid, 0)] ?? 0) - 1;
    const row = number < 0 ? 0 : this.#rows[number];
    return row === 0 ? undefined : row;
  }

  /** Says that an object came. Throws {@link BadObject} when others take it for something else. */
  add(oid: Uint8Array, type: ObjectType, row: number): void {
    const number = this.#numberOf(oid, 0);
    this.#restrict(number, 1 << TYPES.indexOf(type));
    this.#rows[number] = row;
  }

  /** Says that an object is named, whose id is in `bytes` at `at`. Throws {@link BadObject} when it is something else. */
  want(bytes: Uint8Array, at: number, type: ObjectType): void {
    this.#restrict(this.#numberOf(bytes, at), 1 << TYPES.indexOf(type));
  }

  /** The objects that are named and did not come. */
  *missing(): Generator<WantedObject> {
    for (let number = 0; number < this.#count; number++) {
      if (this.#rows[number] !== 0) continue;
      const type = TYPES.find((_, index) => this.#types[number] === 1 << index);
      if (type !== undefined) yield { oid: this.#oid(number), type };
    }
  }

  #oid(number: number): Oid {
    return toHex(this.#keys.subarray(OID_BYTES * number, OID_BYTES * (number + 1)));
  }

  #restrict(number: number, types: number): void {
    const left = (this.#types[number] ?? 0) & types;
    if (left === 0) throw new BadObject(`object ${this.#oid(number)} is taken for two different types`);
    this.#types[number] = left;
  }

  #numberOf(bytes: Uint8Array, at: number): number {
    const slot = this.#slotOf(bytes, at);
    const found = this.#slots[slot] ?? 0;
    if (found > 0) return found - 1;
    if (this.#count === this.#most) throw new BadObject(`the push names more than ${this.#most} objects`);
    const number = this.#count++;
    if (this.#count > this.#capacity) {
      this.#grow();
      this.#slots[this.#slotOf(bytes, at)] = this.#count;
    } else {
      this.#slots[slot] = this.#count;
    }
    for (let index = 0; index < OID_BYTES; index++) this.#keys[OID_BYTES * number + index] = bytes[at + index] ?? 0;
    this.#types[number] = ANY;
    return number;
  }

  /** The slot of an id, or the free one where it belongs. */
  #slotOf(bytes: Uint8Array, at: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = this.#hash(bytes, at) & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot] ?? 0;
      if (number === 0 || this.#isKey(number - 1, bytes, at)) return slot;
    }
  }

  #isKey(number: number, bytes: Uint8Array, at: number): boolean {
    for (let index = 0; index < OID_BYTES; index++) {
      if (this.#keys[OID_BYTES * number + index] !== bytes[at + index]) return false;
    }
    return true;
  }

  /** MurmurHash3 with a random seed: ids that are only named can be chosen so that plain bits of them collide. */
  #hash(bytes: Uint8Array, start: number): number {
    let hash = this.#seed;
    for (let at = start; at < start + OID_BYTES; at += 4) {
      const word =
        (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
      const mixed = Math.imul(word, 0xcc9e2d51);
      hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
      hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
    }
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    return hash ^ (hash >>> 16);
  }

  #grow(): void {
    this.#capacity *= 2;
    this.#keys = enlarged(this.#keys, new Uint8Array(OID_BYTES * this.#capacity));
    this.#rows = enlarged(this.#rows, new Int32Array(this.#capacity));
    this.#types = enlarged(this.#types, new Uint8Array(this.#capacity));
    this.#slots = new Int32Array(2 * this.#capacity);
    // The last one is not among the keys yet.
    for (let number = 0; number < this.#count - 1; number++) {
      this.#slots[this.#slotOf(this.#keys, OID_BYTES * number)] = number + 1;
    }
  }
}

function enlarged<Numbers extends Uint8Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(
  from: Numbers,
  to: Numbers,
): Numbers {
  to.set(from);
  return to;
}
