/** Checks of SARIF logs against the published schema, as its authors distribute it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const entry = fileURLToPath(import.meta.resolve('@microsoft/sarif-multitool-ts'));
const schema: object = JSON.parse(
  readFileSync(new URL('../assets/sarif-2.1.0.schema.json', `file://${entry}`), 'utf8'),
);

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

/** What is wrong with a log; nothing when it conforms. */
export function sarifFaults(log: unknown): readonly string[] {
  validate(log);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}
