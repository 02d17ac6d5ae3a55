/** Reports as SARIF 2.1.0 (OASIS standard): each finding is a result; a run that found nothing has none. */
import type { Artifact, Location, Log, ReportingDescriptor, Result } from 'sarif';
import { sha256 } from '../../lib/sha256.ts';
import { type Finding, findingsOf, type Place, type ReportDocument } from './document.ts';

/** Name of the fingerprint and the version of how it is made. */
const FINGERPRINT = 'lemmaFinding/v1';

/** The log with one run; `version` is of the server that worked. */
export async function renderSarif(document: ReportDocument, tool: string, version: string): Promise<Log> {
  const findings = findingsOf(document);
  const rules = new Map<string, ReportingDescriptor>(
    findings.map(({ rule: { id, description } }) => [id, { id, shortDescription: { text: description } }]),
  );
  const ids = [...rules.keys()];
  const codes = new Map(findings.flatMap(({ place: { file, code } }) => (code === undefined ? [] : [[file, code]])));
  const artifacts = [...codes].map(
    ([file, text]): Artifact => ({ location: { uri: uriOf(file) }, contents: { text }, sourceLanguage: 'python' }),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Lemma', version, semanticVersion: version, rules: [...rules.values()] } },
        automationDetails: { id: `lemma/${tool}/`, description: { text: document.title } },
        invocations: [{ executionSuccessful: true, properties: { summary: document.summary, ...document.properties } }],
        columnKind: 'utf16CodeUnits',
        ...(artifacts.length > 0 && { artifacts }),
        results: await Promise.all(findings.map((finding) => toResult(finding, ids.indexOf(finding.rule.id)))),
      },
    ],
  };
}

async function toResult(finding: Finding, ruleIndex: number): Promise<Result> {
  const { rule, level, message, place, identity, properties } = finding;
  return {
    ruleId: rule.id,
    ruleIndex,
    level,
    message: { text: message },
    locations: [toLocation(place)],
    partialFingerprints: { [FINGERPRINT]: await sha256(`${rule.id}\n${place.file}\n${identity}`) },
    properties: { ...properties },
  };
}

function toLocation({ file, line }: Place): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...(line !== undefined && { region: { startLine: line } }),
    },
  };
}

/** A path as a relative reference; one whose first part has a colon would be taken for a scheme. */
function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
