import { createHash, createHmac, randomBytes } from 'node:crypto';

/* Messages of STUN (RFC 8489) and TURN (RFC 8656), as far as asking a relay for an address and giving it back takes. */

const methods = { allocate: 0x003, refresh: 0x004 } as const;
export type Method = keyof typeof methods;

const attributes = {
  username: 0x0006,
  messageIntegrity: 0x0008,
  errorCode: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  relayedAddress: 0x0016,
  requestedTransport: 0x0019,
} as const;
const cookie = 0x2112a442;
const headBytes = 20;
const udp = 17;

/** What a server has asked to be signed with. */
export interface Signature {
  readonly username: string;
  readonly credential: string;
  readonly realm: string;
  readonly nonce: string;
}

export interface Request {
  readonly method: Method;
  /** 12 bytes, the same in the answer. */
  readonly transaction: Buffer;
  /** Seconds for which the address is wanted; 0 gives it back. */
  readonly lifetime: number;
  readonly signature: Signature | null;
}

export interface Answer {
  readonly transaction: Buffer;
  readonly isSuccess: boolean;
  /** Of a refusal: its number, as 401, and the server's words. */
  readonly error: { readonly code: number; readonly reason: string } | null;
  readonly realm: string | null;
  readonly nonce: string | null;
  /** The address that the relay has opened; null where it opened none, or one that cannot be read. */
  readonly relayedAddress: string | null;
}

export const newTransaction = (): Buffer => randomBytes(12);

function attribute(type: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value, Buffer.alloc((4 - (value.length % 4)) % 4)]);
}

function head(method: Method, transaction: Buffer, bodyBytes: number): Buffer {
  const bytes = Buffer.alloc(headBytes);
  bytes.writeUInt16BE(methods[method], 0);
  bytes.writeUInt16BE(bodyBytes, 2);
  bytes.writeUInt32BE(cookie, 4);
  transaction.copy(bytes, 8);
  return bytes;
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export function encodeRequest({ method, transaction, lifetime, signature }: Request): Buffer {
  const parts = [attribute(attributes.lifetime, uint32(lifetime))];
  if (method === 'allocate') parts.push(attribute(attributes.requestedTransport, Buffer.from([udp, 0, 0, 0])));
  if (!signature) return Buffer.concat([head(method, transaction, Buffer.concat(parts).length), ...parts]);
  const { username, credential, realm, nonce } = signature;
  parts.push(attribute(attributes.username, Buffer.from(username)));
  parts.push(attribute(attributes.realm, Buffer.from(realm)));
  parts.push(attribute(attributes.nonce, Buffer.from(nonce)));
  const body = Buffer.concat(parts);
  // The signature counts itself into the length that it signs: 20 bytes behind a head of 4.
  const signed = Buffer.concat([head(method, transaction, body.length + 24), body]);
  const key = createHash('md5').update(`${username}:${realm}:${credential}`).digest();
  return Buffer.concat([signed, attribute(attributes.messageIntegrity, createHmac('sha1', key).update(signed).digest())]);
}

/** Bytes of the message that begins here; null where its head is not there yet. Throws where none begins. */
export function messageBytes(bytes: Buffer): number | null {
  if (bytes.length < headBytes) return null;
  if (bytes.readUInt8(0) >= 0x40 || bytes.readUInt32BE(4) !== cookie) throw new Error('What answers there does not speak TURN.');
  return headBytes + bytes.readUInt16BE(2);
}

export function decodeAnswer(bytes: Buffer): Answer {
  const transaction = bytes.subarray(8, headBytes);
  const found = new Map<number, Buffer>();
  for (let at = headBytes; at + 4 <= bytes.length; ) {
    const length = bytes.readUInt16BE(at + 2);
    found.set(bytes.readUInt16BE(at), bytes.subarray(at + 4, at + 4 + length));
    at += 4 + length + ((4 - (length % 4)) % 4);
  }
  const failure = found.get(attributes.errorCode);
  return {
    transaction,
    // Class 0b10 of an answer is a success: bit 8 set, bit 4 not.
    isSuccess: (bytes.readUInt16BE(0) & 0x0110) === 0x0100,
    error:
      failure && failure.length >= 4
        ? { code: (failure.readUInt8(2) & 7) * 100 + failure.readUInt8(3), reason: failure.subarray(4).toString() }
        : null,
    realm: found.get(attributes.realm)?.toString() ?? null,
    nonce: found.get(attributes.nonce)?.toString() ?? null,
    relayedAddress: addressIn(found.get(attributes.relayedAddress), transaction),
  };
}

/** An address is sent mixed with the cookie and the transaction, so that nothing on the way rewrites it. */
function addressIn(value: Buffer | undefined, transaction: Buffer): string | null {
  if (!value || value.length < 8) return null;
  const mask = Buffer.concat([uint32(cookie), transaction]);
  const bytes = value.subarray(4).map((one, index) => one ^ (mask[index] ?? 0));
  if (value.readUInt8(1) === 1) return [...bytes.subarray(0, 4)].join('.');
  if (bytes.length < 16) return null;
  return Array.from({ length: 8 }, (_, index) =>
    Buffer.from(bytes)
      .readUInt16BE(index * 2)
      .toString(16),
  ).join(':');
}
