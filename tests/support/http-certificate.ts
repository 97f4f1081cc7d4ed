import { createHash, generateKeyPairSync, type KeyObject, sign } from "node:crypto";

export interface Certificate {
  key: string;
  cert: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OCTET_STRING = 0x04;
const UTC_TIME = 0x17;
const UTF8_STRING = 0x0c;
const VERSION = 0xa0;
const EXTENSIONS = 0xa3;
const DNS_NAME = 0x82;

const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");

/** A certificate for `localhost` that signs itself, valid today. Nobody trusts it until told to. */
export function selfSigned(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const content = toBeSigned(publicKey);
  const signature = sign("sha256", content, privateKey);
  const der = node(SEQUENCE, content, node(SEQUENCE, ECDSA_WITH_SHA256), bits(signature));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

/** RFC 5280 4.1: version 3, serial number, algorithm, issuer, validity, subject, key, extensions. */
function toBeSigned(publicKey: KeyObject): Buffer {
  const spki = publicKey.export({ type: "spki", format: "der" });
  const serial = createHash("sha256").update(spki).digest().subarray(0, 8);
  const name = node(SEQUENCE, node(SET, node(SEQUENCE, COMMON_NAME, node(UTF8_STRING, Buffer.from("localhost")))));
  const dayMs = 24 * 3600 * 1000;
  return node(
    SEQUENCE,
    node(VERSION, node(INTEGER, Buffer.from([2]))),
    node(INTEGER, Buffer.concat([Buffer.from([1]), serial])),
    node(SEQUENCE, ECDSA_WITH_SHA256),
    name,
    node(SEQUENCE, time(Date.now() - dayMs), time(Date.now() + dayMs)),
    name,
    spki,
    node(EXTENSIONS, node(SEQUENCE, altName("localhost"))),
  );
}

function altName(host: string): Buffer {
  const names = node(SEQUENCE, node(DNS_NAME, Buffer.from(host)));
  return node(SEQUENCE, SUBJECT_ALT_NAME, node(OCTET_STRING, names));
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\D/g, "");
  return node(UTC_TIME, Buffer.from(`${digits.slice(2, 14)}Z`));
}

function bits(content: Buffer): Buffer {
  return node(BIT_STRING, Buffer.from([0]), content);
}

function node(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
