/** An authenticator in software: makes passkeys and signs with them, in the wire format of WebAuthn. */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest();

/** Flags of authenticator data: a person was present and was verified; a key follows. */
const PRESENT_VERIFIED = 0x05;
const HAS_KEY = 0x40;

/** What a server asks for, as far as it is read. */
interface Asked {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
}

/** An authenticator with at most one passkey, used by a browser at `origin`. */
export class Authenticator {
  readonly origin: string;
  #id = '';
  #key: KeyObject | undefined;
  #counter = 0;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** Makes a passkey; the answer is what `PublicKeyCredential.toJSON` gives. */
  create({ challenge, rp }: Asked) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = randomBytes(32);
    this.#id = base64url(id);
    this.#key = privateKey;
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    const length = Buffer.from([0, id.length]);
    const key = isoCBOR.encode(cose);
    const authData = Buffer.concat([this.#data(rp?.id ?? '', HAS_KEY), Buffer.alloc(16), length, id, key]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Uint8Array.from(authData)],
    ]);
    return this.#credential({
      clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)),
      attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
      transports: ['internal'],
    });
  }

  /** Signs with the passkey. */
  get({ challenge, rpId }: Asked) {
    if (this.#key === undefined) throw new Error('There is no passkey.');
    const clientData = this.#clientData('webauthn.get', challenge);
    const authData = this.#data(rpId ?? '', 0);
    const signature = createSign('sha256').update(authData).update(sha256(clientData)).sign(this.#key);
    return this.#credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
    });
  }

  #data(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    return Buffer.concat([sha256(rpId), Buffer.from([PRESENT_VERIFIED | flags]), counter]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #credential(response: Readonly<Record<string, unknown>>) {
    return { id: this.#id, rawId: this.#id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
