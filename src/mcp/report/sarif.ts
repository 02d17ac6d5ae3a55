/**
 * Reports as SARIF 2.1.0 (OASIS standard): each finding is a result; a run that found nothing has none. Kept within what GitHub reads of a log
 * ("SARIF support for code scanning").
 */
import type { Artifact, Location, Log, ReportingDescriptor, Result } from 'sarif';
import { sha256 } from '../../lib/sha256.ts';
import { type Finding, findingsOf, type ReportDocument, type ReportPlace, type Rule } from './document.ts';

/** Results, locations of one and tags of a rule that GitHub reads. */
const MOST_RESULTS = 25_000;
const MOST_LOCATIONS = 100;
const MOST_TAGS = 10;

/** Name of the fingerprint and the version of how it is made. */
const FINGERPRINT = 'lemmaFinding/v1';

/** The log with one run; `version` is of the server that worked. */
export async function renderSarif(document: ReportDocument, tool: string, version: string): Promise<Log> {
  const all = findingsOf(document);
  const findings = all.slice(0, MOST_RESULTS);
  const rules = new Map(findings.map(({ rule }) => [rule.id, toDescriptor(rule)]));
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
        invocations: [
          {
            executionSuccessful: true,
            properties: { summary: document.summary, findings: all.length, ...document.properties },
          },
        ],
        columnKind: 'utf16CodeUnits',
        ...(artifacts.length > 0 && { artifacts }),
        results: await Promise.all(findings.map((finding) => toResult(finding, ids.indexOf(finding.rule.id)))),
      },
    ],
  };
}

async function toResult(finding: Finding, ruleIndex: number): Promise<Result> {
  const { rule, level, message, place, identity, lineHash, related = [], properties } = finding;
  return {
    ruleId: rule.id,
    ruleIndex,
    level,
    message: { text: message },
    locations: [toLocation(place)],
    ...(related.length > 0 && {
      relatedLocations: related
        .slice(0, MOST_LOCATIONS)
        .map((each, id) => ({ id, ...toLocation(each), message: { text: each.message } })),
    }),
    partialFingerprints: {
      [FINGERPRINT]: await sha256(`${rule.id}\n${place.file}\n${identity}`),
      ...(lineHash !== undefined && { primaryLocationLineHash: lineHash }),
    },
    properties: { ...properties },
  };
}

function toDescriptor({ id, description, help, tags = [], securitySeverity }: Rule): ReportingDescriptor {
  const properties = {
    ...(tags.length > 0 && { tags: tags.slice(0, MOST_TAGS) }),
    ...(securitySeverity !== undefined && { 'security-severity': securitySeverity.toFixed(1) }),
  };
  return {
    id,
    shortDescription: { text: description },
    ...(help !== undefined && { help: { text: help } }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
}

function toLocation({ file, line, lineEnd }: ReportPlace): Location {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(file) },
      ...(line !== undefined && { region: { startLine: line, ...(lineEnd !== undefined && { endLine: lineEnd }) } }),
    },
  };
}

/** A path as a relative reference; one whose first part has a colon would be taken for a scheme. */
function uriOf(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}
